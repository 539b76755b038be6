# What was spent.

expenses-spending-total = 📊 { $period }: { $totals }
expenses-spending-total-one_of = { $money } ({ $expenses })
expenses-spending-expenses = { $n ->
    [one] { $n } Ausgabe
   *[other] { $n } Ausgaben
}
expenses-spending-list = 🧾 { $period }:
expenses-spending-largest = 🧾 { $period }, die größten:
expenses-spending-none = 📊 { $period }: nichts gespeichert.
expenses-spending-waiting = ⏳ Noch nicht mitgezählt: { $totals } (ich warte auf deine Antwort).
expenses-spending-category = { $icon } { $category }: { $money }
expenses-spending-period-all = insgesamt
expenses-spending-period-day = am { $day }
expenses-spending-period-today = heute
expenses-spending-period-yesterday = gestern
expenses-spending-period-this_week = diese Woche
expenses-spending-period-this_month = diesen Monat
expenses-spending-period-this_year = dieses Jahr
expenses-spending-period-last_week = letzte Woche
expenses-spending-period-between = vom { $since } bis { $until }
expenses-spending-period-since = seit { $since }
expenses-spending-period-until = bis { $until }
expenses-spending-smallest = 🧾 { $period }, die kleinsten:
expenses-spending-first = 🗓️ { $period }, das erste Mal:
expenses-spending-last = 🗓️ { $period }, das letzte Mal:
expenses-spending-lines = 🧺 { $period }, gekauft:
expenses-spending-newest = Das sind die neuesten, es gibt noch mehr.
expenses-spending-of_all = Von insgesamt { $totals }.
expenses-spending-future = 🔮 { $period }: Das liegt in der Zukunft, da ist noch nichts gespeichert.
expenses-spending-count = 🔢 { $period }: { $times }, { $totals }
expenses-spending-average = 📊 { $period }, im Durchschnitt:
expenses-spending-average-of = Aus { $totals }.
expenses-spending-per-day = • { $money } pro Tag
expenses-spending-per-week = • { $money } pro Woche
expenses-spending-per-month = • { $money } pro Monat
expenses-spending-per-visit = • { $money } pro Mal
expenses-spending-against = { $period }: { $totals }
expenses-spending-more = ⬆️ { $money } mehr
expenses-spending-less = ⬇️ { $money } weniger
expenses-spending-same = = genauso viel ({ $money } Unterschied)
expenses-spending-so_far = Dieselben Tage damals: { $totals }
expenses-spending-so_far-week = Dieselben Tage in der Vorwoche: { $totals }
expenses-spending-so_far-month = Dieselben Tage im Vormonat: { $totals }
expenses-spending-so_far-year = Dieselben Tage im Vorjahr: { $totals }
expenses-spending-share = Das sind { $percent } von { $money }.
expenses-spending-balance = ⚖️ { $period }, übrig: { $totals }
expenses-spending-came_in = ⬇️ Eingenommen: { $totals }
expenses-spending-went_out = ⬆️ Ausgegeben: { $totals }
expenses-spending-nothing = nichts
expenses-spending-income = Einnahmen
expenses-spending-unnamed = (nicht genannt)
expenses-spending-group = • { $name }: { $money } ({ $n }×)
expenses-spending-week = ab { $day }
expenses-spending-day = { $day }
expenses-spending-by-shop = 🏪 { $period }, nach Laden: { $totals }
expenses-spending-by-category = 📊 { $period }, nach Kategorie: { $totals }
expenses-spending-by-payment = 💳 { $period }, nach Zahlungsart: { $totals }
expenses-spending-by-month = 📅 { $period }, nach Monat: { $totals }
expenses-spending-by-week = 📅 { $period }, nach Woche: { $totals }
expenses-spending-by-day = 📅 { $period }, nach Tag: { $totals }
expenses-spending-at_home = ≈ { $money } insgesamt, zum jeweiligen Tageskurs
expenses-spending-times = { $n ->
    [one] einmal
   *[other] { $n }-mal
}
expenses-spending-received = { $n ->
    [one] { $n } Eingang
   *[other] { $n } Eingänge
}
expenses-spending-unrated = { $n ->
    [one] Keine Summe in { $currency }: Für { $n } davon gibt es keinen Kurs.
   *[other] Keine Summe in { $currency }: Für { $n } davon gibt es keinen Kurs.
}
expenses-spending-household = Haushalt
expenses-spending-entered-own = • Du: { $money }
expenses-spending-entered-other = • { $name }: { $money }
expenses-spending-since_joining = Gezählt ist, was ihr seit eurem Beitritt gespeichert habt.
expenses-spending-since_joining-member = Gezählt ist, was { $name } seit dem Beitritt gespeichert hat.
expenses-spending-unknown_member = 🏠 Niemand namens „{ $name }“ teilt Ausgaben mit dir.
expenses-not_yours = 🏠 „{ $what }“ hat { $name } eingetragen, und nur { $name } kann es ändern.
expenses-theirs_to_change = Ändern kann einen Eintrag nur, wer ihn gemacht hat.
expenses-hint-heard = 🔎 „{ $heard }“ finde ich unter den letzten Ausgaben nicht. { $hint }
expenses-hint-change = Zum Ändern antworte auf die Karte mit dem richtigen Wert oder schreib „#{ $number } war 13“.
expenses-hint-take_back = Zum Löschen antworte auf die Karte mit „rückgängig“ oder schreib „rückgängig #{ $number }“.
expenses-hint-bring_back = 💡 Zum Zurückholen drück „Wiederherstellen“ unter dem Gelöschten oder „Fortsetzen“ unter dem Entwurf.
expenses-hint-spending = 💡 Frag mich zum Beispiel: „Wie viel bei Lidl letzte Woche?“, „Habe ich mehr ausgegeben als letzten Monat?“, „5 größte Ausgaben dieses Jahr“ oder „Was habe ich bei Rewe gekauft?“

# What a bank's message tells that is no expense.
expenses-notice-code = 🔑 Das ist ein Code von einer Bank, keine Zahlung: Es wurde nichts gespeichert. Gib solche Codes am besten nicht weiter.
expenses-notice-declined = 🚫 Diese Zahlung hat nicht geklappt, deshalb wurde nichts gespeichert.
expenses-notice-money_in = ↩️ Du hast Geld bekommen, aber ich weiß nicht, wie viel oder von wem. Es wurde nichts gespeichert. Schreib mir: „45 von Shopee bekommen“.
expenses-notice-due = 📅 Das ist noch nicht bezahlt, deshalb wurde nichts gespeichert. Schick es nach dem Bezahlen noch einmal oder schreib: „Netflix 54“.
expenses-notice-moved = 🔁 Du hast eigenes Geld umgebucht, aber ich weiß nicht, wie viel. Es wurde nichts gespeichert. Schreib mir: „200 abgehoben“.
expenses-notice-offer = 📣 Das ist ein Angebot, keine Zahlung: Es wurde nichts gespeichert.
expenses-notice-balance = 💰 Das ist ein Kontostand, keine Zahlung: Es wurde nichts gespeichert.
