# Días y horas.

day-today = hoy
day-yesterday = ayer
day-tomorrow = mañana

moment = { $day }, { $time }
list-and = { $first } y { $last }
quoted = “{ $text }”
