# What was spent.

expenses-spending-total = 📊 { $period }: { $totals }
expenses-spending-total-one_of = { $money } ({ $expenses })
expenses-spending-expenses = { $n ->
    [one] { $n } Ausgabe
   *[other] { $n } Ausgaben
}
expenses-spending-list = 🧾 { $period }:
expenses-spending-largest = 🧾 { $period }, am größten:
expenses-spending-none = 📊 { $period }: nichts gespeichert.
expenses-spending-waiting = ⏳ Noch nicht mitgezählt: { $totals }, dazu fehlt noch deine Antwort.
expenses-spending-category = { $icon } { $category }: { $money }
expenses-spending-period-all = insgesamt
expenses-spending-period-day = am { $day }
expenses-spending-period-today = heute
expenses-spending-period-yesterday = gestern
expenses-spending-period-between = vom { $since } bis { $until }
expenses-spending-period-since = seit { $since }
expenses-spending-period-until = bis { $until }
expenses-spending-smallest = 🧾 { $period }, am kleinsten:
expenses-spending-first = 🗓️ { $period }, das erste Mal:
expenses-spending-last = 🗓️ { $period }, das letzte Mal:
expenses-spending-lines = 🧺 { $period }, gekauft:
expenses-spending-newest = Das sind die neuesten; es gibt mehr.
expenses-spending-of_all = Von insgesamt { $totals }.
expenses-spending-future = 🔮 { $period }: Das kommt erst noch, dafür ist nichts gespeichert.
expenses-spending-count = 🔢 { $period }: { $times }, { $totals }
expenses-spending-average = 📊 { $period }, im Durchschnitt:
expenses-spending-average-of = Aus { $totals }.
expenses-spending-per-day = • { $money } am Tag
expenses-spending-per-week = • { $money } in der Woche
expenses-spending-per-month = • { $money } im Monat
expenses-spending-per-visit = • { $money } jedes Mal
expenses-spending-against = { $period }: { $totals }
expenses-spending-more = ⬆️ { $money } mehr
expenses-spending-less = ⬇️ { $money } weniger
expenses-spending-same = = genauso viel ({ $money } Unterschied)
expenses-spending-so_far = Dieselben Tage damals: { $totals }
expenses-spending-so_far-week = Dieselben Tage letzte Woche: { $totals }
expenses-spending-so_far-month = Dieselben Tage letzten Monat: { $totals }
expenses-spending-so_far-year = Dieselben Tage letztes Jahr: { $totals }
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
expenses-spending-by-shop = 🏪 { $period }, nach Geschäft: { $totals }
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
expenses-hint-heard = 🔎 „{ $heard }“ finde ich unter den letzten Ausgaben nicht. { $hint }
expenses-hint-change = Zum Ändern antworte auf die Karte mit dem richtigen Wert, oder schreibe „#{ $number } war 13“.
expenses-hint-take_back = Zum Zurücknehmen antworte auf die Karte mit „rückgängig“, oder schreibe „rückgängig #{ $number }“.
expenses-hint-bring_back = 💡 Zum Zurückholen drücke den Knopf unter dem Zurückgenommenen oder unter dem Entwurf.
expenses-hint-spending = 💡 Frag mich zum Beispiel: „Wie viel bei Lidl letzte Woche?“, „Habe ich mehr ausgegeben als letzten Monat?“, „5 größte Ausgaben dieses Jahr“ oder „Was habe ich bei Rewe gekauft?“

# What a bank's message tells that is no expense.
expenses-notice-code = 🔑 Das ist ein Code einer Bank, keine Zahlung: Es wurde nichts gespeichert. Solche Codes behältst du am besten für dich.
expenses-notice-declined = 🚫 Diese Zahlung kam nicht zustande, also wurde nichts gespeichert.
expenses-notice-money_in = ↩️ Da ist Geld eingegangen, aber wie viel und von wem, ist mir nicht klar: nichts gespeichert. Sag mir: „45 von Shopee bekommen“.
expenses-notice-due = 📅 Das ist erst noch zu zahlen, also wurde nichts gespeichert. Schick es nach der Zahlung noch einmal, oder schreibe: „Netflix 54“.
expenses-notice-moved = 🔁 Du hast eigenes Geld umgebucht, aber wie viel, sehe ich nicht, also ist nichts gespeichert. Sag mir: „200 abgehoben“.
expenses-notice-offer = 📣 Das ist ein Angebot, keine Zahlung: Es wurde nichts gespeichert.
expenses-notice-balance = 💰 Das ist ein Kontostand, keine Ausgabe: Es wurde nichts gespeichert.
