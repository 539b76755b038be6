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
