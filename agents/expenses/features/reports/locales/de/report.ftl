# Ein Bericht: was mit dem Bild kommt, und was darauf steht.

expenses-report = 📊 { $period }: { $totals }
expenses-report-most = { $icon } Am meisten für { $category }: { $money } ({ $percent })
expenses-report-balance = 💰 { $income } eingenommen, übrig: { $balance }
expenses-report-none = 📊 { $period }: nichts gespeichert, deshalb gibt es keinen Bericht.
expenses-report-future = 📊 Das liegt in der Zukunft, dafür gibt es noch keinen Bericht.
expenses-report-no_room = Für das Bild ist heute kein Platz mehr. Versuch es bitte morgen.
expenses-report-unclear = 📊 Welche Tage? Versuch es mit „/report“, „/report letzten monat“, „/report juni dunkel“ oder „/report vom 1.3. bis 31.5.“.
expenses-report-heading = Ausgaben
expenses-report-more = ▲ { $by } mehr als { $period } ({ $money })
expenses-report-less = ▼ { $by } weniger als { $period } ({ $money })
expenses-report-same = So viel wie { $period } ({ $money })
expenses-report-first = Kein Vergleich: keine Ausgaben ({ $period })
expenses-report-categories = Kategorien
expenses-report-rest = { $n ->
    [one] { $n } weitere Kategorie
   *[other] { $n } weitere Kategorien
}
expenses-report-chart-day = Pro Tag
expenses-report-chart-week = Pro Woche
expenses-report-chart-month = Pro Monat
expenses-report-chart-year = Pro Jahr
expenses-report-average-day = im Schnitt { $money } pro Tag
expenses-report-average-week = im Schnitt { $money } pro Woche
expenses-report-average-month = im Schnitt { $money } pro Monat
expenses-report-shops = Top-Läden
expenses-report-times = { $n }×
expenses-report-flow-income = Einnahmen
expenses-report-flow-spent = Ausgaben
expenses-report-flow-balance = Übrig
expenses-report-currencies = Andere Währungen
expenses-report-came = Einnahme
expenses-report-home = ≈ { $money } insgesamt, zum jeweiligen Tageskurs
expenses-report-unrated = { $n ->
    [one] Für { $n } Ausgabe gibt es keinen Wechselkurs, deshalb fehlt die Gesamtsumme.
   *[other] Für { $n } Ausgaben gibt es keinen Wechselkurs, deshalb fehlt die Gesamtsumme.
}
expenses-report-nameless = Name in anderer Schrift
