# Days and times.

day-today = today
day-yesterday = yesterday
day-tomorrow = tomorrow

moment = { $day }, { $time }
list-and = { $first } and { $last }
quoted = “{ $text }”
