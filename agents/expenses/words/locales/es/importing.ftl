# Una tabla que se importa: lo que se guardaría, lo que se ha guardado, lo que queda fuera.

expenses-card-table = 📊 Tabla
expenses-doing-read-the-table = leyendo la tabla
expenses-doing-save-the-table = guardando la tabla
expenses-waits-import = si importo la tabla
expenses-help-import = 💡 Aún no he guardado nada de la tabla. Di sí para guardar las filas que te he mostrado, o no.
expenses-button-import = Importar
expenses-button-import_days = Invertir las fechas
expenses-button-import_signs = Invertir los signos
expenses-button-import_all = Importarlas también
expenses-button-import_new = Dejarlas fuera
expenses-button-import_rows = Ver filas
expenses-button-import_currency = Otra moneda
expenses-button-import_named = Qué filas
expenses-import-button-import_named-all = Todas
expenses-import-button-import_named-none = Ninguna
expenses-import-button-rows = { $n ->
    [one] ✅ Importar { $n } fila
   *[other] ✅ Importar { $n } filas
}
expenses-import-button-import_all-deleted = Importar las borradas
expenses-import-button-import_new-deleted = Dejar fuera las borradas
expenses-import-button-import_days-day = Día primero (31/12)
expenses-import-button-import_days-month = Mes primero (12/31)
expenses-import-button-all_rows = Ver todas las filas
expenses-import-button-page = Filas { $first }–{ $last }
expenses-import-button-currency = Es { $currency }
expenses-import-rows = { $n ->
    [one] { $n } fila
   *[other] { $n } filas
}
expenses-ask_import = 📊 He leído { $rows }, { $period }. Aún no hay nada guardado.
expenses-ask_import-all_known = { $n ->
    [one] 👀 La única fila de este archivo ya está guardada.
   *[other] 👀 Las { $n } filas de este archivo ya están guardadas.
}
expenses-ask_import-nothing_new = 👀 No hay nada nuevo en este archivo.
expenses-ask_import-columns = 🧭 Columnas: { $columns }
expenses-ask_import-question = ¿Las importo? “Sin 3 y 7” o “sin Netflix” deja filas fuera.
expenses-ask_import-which = { $n ->
    [one] 🤔 “{ $name }” está en { $n } fila:
   *[other] 🤔 “{ $name }” está en { $n } filas:
}
expenses-ask_import-which_question = ¿Te refieres a todas? Si no, dime los números.
expenses-ask_import-unknown = 🤔 “{ $name }” no está en ninguna fila. Dime mejor el número.
expenses-ask_import-changed = 👀 Mientras tanto han cambiado las filas por importar. Míralas otra vez.
expenses-ask_import-nothing_left = No queda ninguna fila que importar.
expenses-ask_import-again = Di sí para importarlo, o no para dejarlo. Cada fila se puede cambiar una vez importada.
expenses-import-expense = Gastado: { $money } ({ $rows })
expenses-import-income = Recibido: { $money } ({ $rows })
expenses-import-transfer = Entre tus propias cuentas: { $money } ({ $rows })
expenses-import-known = { $n ->
    [one] 👀 { $n } fila parece estar ya guardada y queda fuera.
   *[other] 👀 { $n } filas parecen estar ya guardadas y quedan fuera.
}
expenses-import-too = { $n ->
    [one] 👀 { $n } fila parece estar ya guardada y se guardaría otra vez.
   *[other] 👀 { $n } filas parecen estar ya guardadas y se guardarían otra vez.
}
expenses-import-deleted = { $n ->
    [one] 🗑️ { $n } fila que borraste tras una importación anterior queda fuera.
   *[other] 🗑️ { $n } filas que borraste tras una importación anterior quedan fuera.
}
expenses-import-deleted_too = { $n ->
    [one] 🗑️ { $n } fila que borraste tras una importación anterior vuelve.
   *[other] 🗑️ { $n } filas que borraste tras una importación anterior vuelven.
}
expenses-import-left_out = { $n ->
    [one] ⚠️ Queda fuera: { $n } línea
   *[other] ⚠️ Quedan fuera: { $n } líneas
}
expenses-import-line = { "   " }Línea { $lines }: { $why }
expenses-import-more = { $n ->
   *[other] { "   " }… y { $n } más
}
expenses-import-no_currency = 🤔 El archivo no dice la moneda, así que he supuesto { $currency }. ¿Es otra?
expenses-import-left_by_person = { $n ->
    [one] ✖️ { $n } fila fuera, como pediste
   *[other] ✖️ { $n } filas fuera, como pediste
}
expenses-import-day_first = 🤔 He leído las fechas empezando por el día.
expenses-import-month_first = 🤔 He leído las fechas empezando por el mes.
expenses-import-signs = 🤔 Si los ingresos salen como gastos, pulsa “Invertir los signos”.
expenses-import-column-date = fecha
expenses-import-column-amount = importe
expenses-import-column-debit = cargo
expenses-import-column-credit = abono
expenses-import-column-merchant = comercio
expenses-import-column-payer = pagado por
expenses-import-column-text = descripción
expenses-import-column-item = concepto
expenses-import-column-category = categoría
expenses-import-column-currency = moneda
expenses-import-column-notes = notas
expenses-import-column-reference = referencia
expenses-import-column-payment = pagado con
expenses-import-column-kind = entrada o salida
expenses-import-column-tax = impuesto
expenses-import-column-fee = comisión
expenses-import-column-state = estado
expenses-import-why-broken = no tiene las mismas columnas que las demás, o hay letras ilegibles
expenses-import-why-date = no hay una fecha legible
expenses-import-why-future = la fecha es futura
expenses-import-why-old = la fecha es anterior al año 2000
expenses-import-why-amount = no hay un importe legible
expenses-import-why-zero = un importe de cero
expenses-import-why-absurd = un importe demasiado grande
expenses-import-why-precise = un importe con demasiados decimales
expenses-import-why-currency = una moneda que no conozco
expenses-import-why-name = no dice para qué era
expenses-import-why-undone = rechazado, devuelto o aún pendiente
expenses-import-why-total = un total o un saldo, no un pago
expenses-import-why-repeated = línea repetida, con la misma referencia
expenses-imported = { $n ->
    [one] ✅ { $n } fila importada
   *[other] ✅ { $n } filas importadas
}
expenses-imported-none = 👌 No había nada nuevo que importar.
expenses-imported-correct = Empiezan en #{ $number }. Con “#{ $number } eran 12,50” corriges una; con “deshacer” las anulas todas.
expenses-import_no_row = 🤔 El #{ $number } es la importación en sí. Sus filas van de #{ $first } a #{ $last }.
expenses-import_dropped = 👍 De acuerdo, no he importado nada.
expenses-import_taken_back = { $n ->
    [one] 🧹 Importación anulada: { $n } fila ya no cuenta
   *[other] 🧹 Importación anulada: { $n } filas ya no cuentan
}
expenses-import_restored = { $n ->
    [one] ✅ Importación recuperada: { $n } fila vuelve a contar
   *[other] ✅ Importación recuperada: { $n } filas vuelven a contar
}
expenses-no_import-empty = 😕 Ese archivo está vacío.
expenses-no_import-too_large = 😕 Esa tabla ocupa más de { $megabytes } MB. Envíala por partes, por ejemplo un año cada vez.
expenses-no_import-too_many = 😕 Esa tabla tiene más de { $rows } filas. Envíala por partes, por ejemplo un año cada vez.
expenses-no_import-encoding = 😕 No puedo leer las letras de ese archivo. Guárdalo como CSV en UTF-8 y envíalo de nuevo.
expenses-no_import-no_table = 😕 No encuentro pagos en ese archivo. Puedo leer lo que exportan los bancos y otras apps en CSV, Excel (XLSX), OFX, QIF, CAMT o MT940.
expenses-no_import-encrypted = 😕 Ese archivo está protegido con contraseña. Guárdalo sin contraseña y envíalo otra vez.
expenses-no_import-old_workbook = 😕 Es un archivo de Excel antiguo (XLS) que no puedo leer. Guárdalo como XLSX o CSV y envíalo otra vez.
expenses-no_import-broken = 😕 Ese archivo está dañado o incompleto. Descárgalo otra vez de tu banco.
expenses-no_import-only_headings = 😕 Esa tabla tiene encabezados, pero ninguna fila.
expenses-no_import-no_date = 😕 No encuentro ninguna columna de fechas en esa tabla.
expenses-no_import-no_amount = 😕 No encuentro ninguna columna de importes en esa tabla.
expenses-no_import-nothing = 😕 En esa tabla no hay nada que pueda guardar.
expenses-provenance-file = 🔎 { $value } está en la línea { $evidence } del archivo que importaste.
expenses-provenance-file-bare = 🔎 { $value } está en el archivo que importaste.
