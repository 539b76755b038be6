# Ein Bericht: was mit dem Bild kommt, und was darauf steht.

expenses-report = 📊 { $period }: { $totals }
expenses-report-most = { $icon } Am meisten für { $category }: { $money } ({ $percent })
expenses-report-balance = 💰 { $income } kamen herein, also bleiben { $balance }
expenses-report-none = 📊 { $period }: nichts gespeichert, also gibt es keinen Bericht.
expenses-report-future = 📊 Das kommt erst noch, also gibt es keinen Bericht.
expenses-report-no_room = Für das Bild ist kein Platz mehr. Versuch es morgen.
expenses-report-unclear = 📊 Ich habe nicht verstanden, welche Tage. Versuch „/report“, „/report letzten monat“, „/report juni dunkel“ oder „/report vom 1.3. bis 31.5.“.
expenses-report-heading = Ausgaben
expenses-report-more = ▲ { $by } mehr als { $period } ({ $money })
expenses-report-less = ▼ { $by } weniger als { $period } ({ $money })
expenses-report-same = So viel wie { $period } ({ $money })
expenses-report-first = Kein Vergleich: keine Ausgaben { $period }
expenses-report-categories = Kategorien
expenses-report-rest = { $n ->
    [one] { $n } weitere Kategorie
   *[other] { $n } weitere Kategorien
}
expenses-report-chart-day = Tag für Tag
expenses-report-chart-week = Woche für Woche
expenses-report-chart-month = Monat für Monat
expenses-report-chart-year = Jahr für Jahr
expenses-report-average-day = im Schnitt { $money } am Tag
expenses-report-average-week = im Schnitt { $money } pro Woche
expenses-report-average-month = im Schnitt { $money } pro Monat
expenses-report-shops = Die größten Läden
expenses-report-times = { $n }×
expenses-report-flow-income = Einnahmen
expenses-report-flow-spent = Ausgaben
expenses-report-flow-balance = Übrig
expenses-report-currencies = Andere Währungen
expenses-report-came = Einnahme
expenses-report-home = ≈ { $money } insgesamt, zum jeweiligen Tageskurs
expenses-report-unrated = { $n ->
    [one] { $n } Ausgabe hat keinen Wechselkurs, also gibt es keine Summe über die Währungen.
   *[other] { $n } Ausgaben haben keinen Wechselkurs, also gibt es keine Summe über die Währungen.
}
expenses-report-nameless = Name in anderer Schrift
