# Lo que sabe hacer, en una línea y al completo, y lo que guarda.

expenses-enter = 💾 ¿Lo anoto como gasto?
expenses-about = Llevo la cuenta de lo que gastas.
expenses-invite = Envíame un gasto o una foto.
expenses-also = gastos
expenses-examples =
    🧾 Un recibo | /help receipt | file
    almuerzo 12,50
    ¿Cuánto he gastado esta semana?
expenses-howto-receipt = 🧾 Envíame una foto o un PDF, o varios a la vez. Leo el comercio, la fecha y el total, y puedes cambiar lo que no esté bien.
expenses-help =
    🧾 “almuerzo 12,50”, o una foto o un PDF del recibo: lo guardo
    ✏️ “no, eran 16,50”: lo cambio
    🔎 “¿cuánto he gastado esta semana?”: lo sumo
    /history lo que has guardado · /report en una imagen · /export en un archivo
    /budget tus presupuestos · /digest un informe cada semana o cada mes
    /recurring pagos que se repiten · /debts quién le debe a quién · /rate otras monedas
    /household compartir con quien vives
    📎 Un archivo de tu banco (CSV, Excel): lo importo
expenses-brief = 💰 Gastos: “almuerzo 12,50” · /history /report /export /budget /digest /recurring /debts /rate /household
expenses-privacy = • Guardo tus gastos y cada cambio, la categoría que eliges para cada comercio, tus presupuestos, tipos de cambio, pagos recurrentes y deudas, qué informes quieres y con quién los compartes.
expenses-command-history = lo que has guardado (“/history uber junio”, “/history #12”)
expenses-command-export = tus gastos en un archivo (“/export este mes csv”)
expenses-command-report = una imagen de tus gastos (“/report este mes”)
expenses-command-budget = tus presupuestos (“/budget comida 500”)
expenses-command-rate = tipos de cambio (“/rate usd 0,92”)
expenses-command-digest = informes periódicos (“/digest cada semana”)
expenses-command-recurring = tus pagos recurrentes
expenses-command-debts = quién le debe a quién (“/debts Ana me debe 20”)
expenses-command-household = con quién compartes los gastos (“/household invitar”)
expenses-description = Envíame una foto de un recibo o escribe “Starbucks 15,50”. Lo leo, pregunto solo por lo que falta y guardo tus gastos.
expenses-short_description = Guardo tus gastos a partir de fotos de recibos o de un mensaje corto.
expenses-erased-expenses = { $n ->
    [one] { $n } gasto
   *[other] { $n } gastos
}
