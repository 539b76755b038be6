# What comes again and again.

expenses-recurring = 🔁 Deine wiederkehrenden Ausgaben:
expenses-recurring-kept = 🔁 Als wiederkehrend gemerkt:
expenses-recurring-unsaved = Bezahlt ist damit noch nichts: Sag mir jedes Mal, wenn du sie bezahlst. /recurring zeigt, was fällig ist.
expenses-recurring-removed = 🔁 Nicht mehr wiederkehrend:
expenses-recurring-as_before = 🔁 Wieder wie vorher:
expenses-recurring-none = 🔁 Es ist nichts als wiederkehrend gemerkt. Was dreimal in gleichem Abstand kommt, biete ich dir an.
expenses-recurring-not_offered = 🔁 Das wird nicht mehr angeboten.
expenses-recurring-unknown_name = 🔁 „{ $name }“ ist nicht als wiederkehrend gemerkt.
expenses-recurring-no_amount = 🔁 Wie viel ist es jedes Mal? Ich brauche einen Betrag dazu, also hat sich nichts geändert.
expenses-recurring-unclear = 🔁 Das habe ich nicht verstanden, also hat sich nichts geändert.
expenses-recurring-example = Versuch „Netflix 12,99 jeden Monat“ oder „/recurring lösche Netflix“.
expenses-recurring-each-week = { $money } pro Woche
expenses-recurring-each-two_weeks = { $money } alle zwei Wochen
expenses-recurring-each-month = { $money } pro Monat
expenses-recurring-each-year = { $money } pro Jahr
expenses-recurring-line-due = • { $name }: { $amount }, wieder am { $day }
expenses-recurring-line-missing = • { $name }: { $amount }, ⚠️ am { $day } erwartet und noch nicht gespeichert
expenses-recurring-monthly = In einem Monat: { $total }
expenses-recurring-offer-week = 🔁 { $name } ({ $money }) kommt jede Woche. Als wiederkehrend merken?
expenses-recurring-offer-two_weeks = 🔁 { $name } ({ $money }) kommt alle zwei Wochen. Als wiederkehrend merken?
expenses-recurring-offer-month = 🔁 { $name } ({ $money }) kommt jeden Monat. Als wiederkehrend merken?
expenses-recurring-offer-year = 🔁 { $name } ({ $money }) kommt jedes Jahr. Als wiederkehrend merken?
expenses-button-keep_recurring = Als wiederkehrend merken
