# Los gastos como archivo.

expenses-export = 📄 { $period }: { $held }
expenses-export-photos = { $n ->
    [one] { $n } recibo
   *[other] { $n } recibos
}
expenses-export-forms = “/export csv” crea archivos CSV; “/export fotos”, un ZIP con los recibos.
expenses-export-more = Estos son los más recientes de { $total }. Para los demás, pide un periodo más corto, como “/export julio”.
expenses-export-none = 📄 { $period }: nada guardado, así que no hay archivo { $form }.
expenses-export-no_photos = 📄 { $period }: ninguna foto de recibos, así que no hay archivo.
expenses-export-future = 📄 Eso aún está por venir, así que no hay archivo.
expenses-export-no_room = 📄 No hay espacio para guardar ese archivo. Prueba con un periodo más corto, o mañana.
expenses-export-unclear = 📄 No he entendido qué días. Prueba “/export”, “/export julio csv”, “/export del 1/3 al 31/5” o “/export fotos mes pasado”.
