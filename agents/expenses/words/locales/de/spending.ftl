# What was spent.

expenses-spending-total = 📊 { $period }: { $totals }
expenses-spending-total-one_of = { $money } in { $expenses }
expenses-spending-expenses = { $n ->
    [one] { $n } Ausgabe
   *[other] { $n } Ausgaben
}
expenses-spending-list = 🧾 { $period }:
expenses-spending-largest = 🧾 { $period }, am größten:
expenses-spending-none = 📊 { $period }: nichts gespeichert.
expenses-spending-category = { $icon } { $category }: { $money }
expenses-spending-period-all = Insgesamt
expenses-spending-period-day = Am { $day }
expenses-spending-period-today = Heute
expenses-spending-period-yesterday = Gestern
expenses-spending-period-between = Vom { $since } bis { $until }
expenses-spending-period-since = Seit { $since }
expenses-spending-period-until = Bis { $until }
expenses-hint-heard = 🔎 „{ $heard }“ finde ich unter den letzten Ausgaben nicht. { $hint }
expenses-hint-change = Zum Ändern antworte auf die Karte mit dem richtigen Wert, oder schreibe „#{ $number } war 13“.
expenses-hint-take_back = Zum Zurücknehmen antworte auf die Karte mit „undo“, oder schreibe „undo #{ $number }“.
expenses-hint-bring_back = 💡 Zum Zurückholen drücke den Knopf unter dem Zurückgenommenen oder unter dem Entwurf.
expenses-hint-spending = 💡 Ich kann zusammenzählen und auflisten, was gespeichert ist: „Wie viel habe ich diesen Monat ausgegeben?“, „größte Ausgabe?“

# What a bank's message tells that is no expense.
expenses-notice-code = 🔑 Das ist ein Code einer Bank, keine Zahlung: Es wurde nichts gespeichert. Solche Codes behältst du am besten für dich.
expenses-notice-declined = 🚫 Diese Zahlung kam nicht zustande, also wurde nichts gespeichert.
expenses-notice-money_in = ↩️ Da ist Geld eingegangen, aber wie viel und von wem, ist mir nicht klar: nichts gespeichert. Sag mir: „45 von Shopee bekommen“.
expenses-notice-due = 📅 Das ist erst noch zu zahlen, also wurde nichts gespeichert. Schick es nach der Zahlung noch einmal, oder schreibe: „Netflix 54“.
expenses-notice-moved = 🔁 Das ist dein eigenes Geld, das den Platz wechselt, aber wie viel, ist mir nicht klar, also nichts gespeichert. Sag mir: „200 abgehoben“.
expenses-notice-offer = 📣 Das ist ein Angebot, keine Zahlung: Es wurde nichts gespeichert.
expenses-notice-balance = 💰 Das ist ein Kontostand, keine Ausgabe: Es wurde nichts gespeichert.

# Ausgaben als Datei.
expenses-export = 📄 { $period }: { $held }
expenses-export-photos = { $n ->
    [one] { $n } Beleg
   *[other] { $n } Belege
}
expenses-export-forms = „/export csv“ macht CSV-Dateien, „/export fotos“ ein ZIP der Belege.
expenses-export-more = Das sind die neuesten von { $total }. Die anderen bekommst du mit einem kürzeren Zeitraum, etwa „/export juli“.
expenses-export-none = 📄 { $period }: nichts gespeichert, also gibt es keine Datei.
expenses-export-no_photos = 📄 { $period }: keine Fotos von Belegen, also gibt es keine Datei.
expenses-export-future = 📄 Das kommt erst noch, also gibt es keine Datei.
expenses-export-no_room = 📄 Für diese Datei ist kein Platz mehr. Versuch einen kürzeren Zeitraum, oder morgen.
expenses-export-unclear = 📄 Ich habe nicht verstanden, welche Tage. Versuch „/export“, „/export juli csv“, „/export vom 1.3. bis 31.5.“ oder „/export fotos letzten monat“.
