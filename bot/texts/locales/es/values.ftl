# Días y horas.

day-today = hoy
day-yesterday = ayer

moment = { $day }, { $time }
list-and = { $first } y { $last }
quoted = “{ $text }”
