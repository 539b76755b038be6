# Un informe de gastos: lo que acompaña a su imagen y lo que aparece en ella.

expenses-report = 📊 { $period }: { $totals }
expenses-report-most = { $icon } El mayor gasto, en { $category }: { $money } ({ $percent })
expenses-report-balance = 💰 Han entrado { $income }, así que el saldo es { $balance }
expenses-report-none = 📊 { $period }: nada guardado, así que no hay informe.
expenses-report-future = 📊 Eso aún está por venir, así que no hay informe.
expenses-report-no_room = No hay espacio para guardar la imagen. Prueba mañana.
expenses-report-unclear = 📊 No he entendido qué días. Prueba “/report”, “/report mes pasado”, “/report junio oscuro” o “/report del 1/3 al 31/5”.
expenses-report-heading = Gastos
expenses-report-more = ▲ { $by } más que { $period } ({ $money })
expenses-report-less = ▼ { $by } menos que { $period } ({ $money })
expenses-report-same = Lo mismo que { $period } ({ $money })
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
