# Les jours et les heures.

day-today = aujourd'hui
day-yesterday = hier
day-tomorrow = demain

moment = { $day } à { $time }
list-and = { $first } et { $last }
quoted = « { $text } »
