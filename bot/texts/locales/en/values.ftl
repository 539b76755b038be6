# Days and times.

day-today = today
day-yesterday = yesterday

moment = { $day }, { $time }
list-and = { $first } and { $last }
quoted = “{ $text }”
