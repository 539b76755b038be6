# Los gastos como archivo.

expenses-export = 📄 { $period }: { $held }
expenses-export-photos = { $n ->
    [one] { $n } recibo
   *[other] { $n } recibos
}
expenses-export-forms = “/export csv” crea archivos CSV; “/export fotos”, un ZIP con los recibos.
expenses-export-more = Estos son los más recientes de { $total }. Para los demás, pide un periodo más corto, como “/export este mes”.
expenses-export-none = 📄 { $period }: nada guardado, así que no hay archivo { $form }.
expenses-export-no_photos = 📄 { $period }: ninguna foto de recibos, así que no hay archivo.
expenses-export-future = 📄 Esos días aún no han llegado, así que no hay archivo.
expenses-export-no_room = 📄 Ya no queda espacio para ese archivo. Prueba con un periodo más corto, o mañana.
expenses-export-unclear = 📄 ¿Qué días? Prueba “/export”, “/export ayer”, “/export este mes csv” o “/export fotos este mes”.
expenses-export-sheet-rows = Gastos
expenses-export-sheet-months = Por mes
expenses-export-sheet-lines = Líneas de recibos
expenses-export-column-date = Fecha
expenses-export-column-merchant = Comercio
expenses-export-column-item = Para qué
expenses-export-column-category = Categoría
expenses-export-column-amount = Importe
expenses-export-column-currency = Moneda
expenses-export-column-home = Valor en { $currency }
expenses-export-column-kind = Tipo
expenses-export-column-payment_method = Pagado con
expenses-export-column-tax = Impuesto
expenses-export-column-reference = Referencia
expenses-export-column-parts = Reparto
expenses-export-column-number = #
expenses-export-column-photo = Foto
expenses-export-column-name = Artículo
expenses-export-column-quantity = Cantidad
expenses-export-column-unit_price = Precio unitario
expenses-export-kind-expense = Gasto
expenses-export-kind-income = Ingreso
expenses-export-kind-transfer = Traspaso
expenses-export-title-expense = Gastado
expenses-export-title-income = Recibido
expenses-export-title-transfer = Traspasado
expenses-export-total = Total
expenses-export-all_in = todo en { $currency }
