# Days and times.

day-today = hari ini
day-yesterday = semalam

moment = { $day }, { $time }
list-and = { $first } dan { $last }
quoted = “{ $text }”
