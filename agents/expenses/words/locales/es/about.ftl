# Lo que sabe hacer, en una línea y al completo, y lo que guarda.

expenses-enter = 💾 ¿Lo anoto como gasto?
expenses-about = Llevo la cuenta de lo que gastas. Escríbelo, por ejemplo “Starbucks 15,50”, o envía una foto del recibo.
expenses-invite = Envíame un gasto o una foto.
expenses-also = tus gastos
expenses-help =
    • Guardar un gasto: “almuerzo 12,50” o “ayer pagué 30 usd de gasolina”
    • Leer una foto o un PDF de un recibo
    • Cambiar uno: “no, eran 16,50”
    • Decirte cuánto has gastado: “¿cuánto he gastado esta semana?”
    • /history muestra lo que has guardado, “/history uber junio” busca
    • Importar un archivo CSV de tu banco o de otra app
    • /export los envía como archivo
    • /report los dibuja en una imagen
    • /budget fija cuánto quieres gastar, y te aviso cuando casi se haya agotado
    • /rate dice y fija cuánto valen otras monedas
    • /recurring muestra lo que llega cada mes y lo que falta
    • /debts dice quién debe a quién
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
