# Days and times.

day-today = hari ini
day-yesterday = semalam
day-tomorrow = esok

moment = { $day }, { $time }
list-and = { $first } dan { $last }
quoted = “{ $text }”
