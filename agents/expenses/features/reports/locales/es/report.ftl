# Un informe de gastos: lo que acompaña a su imagen y lo que aparece en ella.

expenses-report = 📊 { $period }: { $totals }
expenses-report-most = { $icon } Sobre todo en { $category }: { $money } ({ $percent })
expenses-report-balance = 💰 Ingresos: { $income }. Saldo: { $balance }
expenses-report-none = 📊 { $period }: nada guardado, así que no hay informe.
expenses-report-future = 📊 Esos días aún no han llegado, así que no hay informe.
expenses-report-no_room = Hoy ya no queda espacio para la imagen. Prueba mañana.
expenses-report-unclear = 📊 ¿Qué días? Prueba “/report”, “/report ayer”, “/report este mes” o “/report 2026”.
expenses-report-heading = Gastos
expenses-report-more = ▲ { $by } más ({ $period }: { $money })
expenses-report-less = ▼ { $by } menos ({ $period }: { $money })
expenses-report-same = Lo mismo ({ $period }: { $money })
expenses-report-first = Nada con que comparar: sin gastos ({ $period })
expenses-report-categories = Categorías
expenses-report-rest = { $n ->
    [one] { $n } categoría más
   *[other] { $n } categorías más
}
expenses-report-chart-day = Día a día
expenses-report-chart-week = Semana a semana
expenses-report-chart-month = Mes a mes
expenses-report-chart-year = Año a año
expenses-report-average-day = { $money } al día en promedio
expenses-report-average-week = { $money } a la semana en promedio
expenses-report-average-month = { $money } al mes en promedio
expenses-report-shops = Comercios principales
expenses-report-times = { $n }×
expenses-report-flow-income = Ingresos
expenses-report-flow-spent = Gastado
expenses-report-flow-balance = Saldo
expenses-report-currencies = Otras monedas
expenses-report-came = ingresos
expenses-report-home = ≈ { $money } en total, al cambio de cada día
expenses-report-unrated = { $n ->
    [one] { $n } gasto no tiene tipo de cambio, así que no hay un total de todas las monedas.
   *[other] { $n } gastos no tienen tipo de cambio, así que no hay un total de todas las monedas.
}
expenses-report-nameless = nombre en otro alfabeto
