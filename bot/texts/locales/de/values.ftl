# Days and times.

day-today = heute
day-yesterday = gestern
day-tomorrow = morgen

moment = { $day }, { $time }
list-and = { $first } und { $last }
quoted = „{ $text }“
