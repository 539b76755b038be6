# Days and times.

day-today = heute
day-yesterday = gestern

moment = { $day }, { $time }
list-and = { $first } und { $last }
quoted = „{ $text }“
