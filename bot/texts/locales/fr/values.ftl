# Les jours et les heures.

day-today = aujourd'hui
day-yesterday = hier

moment = { $day }, { $time }
list-and = { $first } et { $last }
quoted = « { $text } »
