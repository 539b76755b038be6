# Lo que sabe hacer, en una línea y al completo, y lo que guarda.

expenses-enter = 💾 ¿Lo anoto como gasto?
expenses-about = Llevo la cuenta de lo que gastas.
expenses-invite = Envíame un gasto o una foto.
expenses-also = gastos
expenses-examples =
    🧾 Un recibo | /help receipt
    almuerzo 12,50
    ¿Cuánto he gastado esta semana?
expenses-howto-receipt = 🧾 Envíame una foto o un PDF, o varios a la vez. Leo la tienda, la fecha y el total, y puedes cambiar lo que no esté bien.
expenses-help =
    🧾 “almuerzo 12,50”, o una foto o un PDF del recibo: lo guardo
    ✏️ “no, eran 16,50”: lo cambio
    🔎 “¿cuánto he gastado esta semana?”: lo sumo
    /history lo que has guardado · /report en una imagen · /export en un archivo
    /budget cuánto quieres gastar · /digest un informe cada semana o cada mes
    /recurring lo que se repite · /debts quién debe a quién · /rate otras monedas
    📎 Un archivo CSV de tu banco: lo importo
expenses-brief = 💰 Gastos: “almuerzo 12,50” · /history /report /export /budget /digest /recurring /debts /rate
expenses-privacy = • Guardo tus gastos con cada cambio y qué categoría prefieres para cada comercio; tus presupuestos, tipos de cambio, lo que guardas como recurrente, quién debe a quién y qué informes quieres.
expenses-command-history = lo que has guardado (“/history uber junio”, “/history #12”)
expenses-command-export = los gastos como archivo (“/export julio csv”)
expenses-command-report = una imagen de tus gastos (“/report mes pasado”)
expenses-command-budget = lo que quieres gastar (“/budget comida 500”)
expenses-command-rate = cuánto vale una moneda (“/rate usd 0,92”)
expenses-command-digest = informes que llegan solos (“/digest semanal”)
expenses-command-recurring = lo que se repite una y otra vez
expenses-command-debts = quién debe a quién (“/debts Ana me debe 20”)
expenses-description = Envíame una foto de un recibo o escribe “Starbucks 15,50”. Lo leo, pregunto solo lo que falta y guardo tus gastos.
expenses-short_description = Guardo tus gastos a partir de fotos de recibos y palabras sencillas.
expenses-erased-expenses = { $n ->
    [one] { $n } gasto
   *[other] { $n } gastos
}
