# What was spent.

insights-total = 📊 { $period }: { $totals }
insights-total-one_of = { $money } in { $expenses }
insights-expenses = { $n ->
    [one] { $n } Ausgabe
   *[other] { $n } Ausgaben
}
insights-and = { $first } und { $last }
insights-list = 🧾 { $period }:
insights-none = 📊 { $period }: nichts gespeichert.
insights-category = { $icon } { $category }: { $money }
insights-period-all = Insgesamt
insights-period-day = Am { $day }
insights-period-today = Heute
insights-period-yesterday = Gestern
insights-period-between = Vom { $since } bis { $until }
insights-period-since = Seit { $since }
insights-period-until = Bis { $until }
insights-failed = 😕 Das kann ich gerade nicht nachsehen. Bitte frag gleich noch einmal.
