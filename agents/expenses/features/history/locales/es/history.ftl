# Lo guardado antes: páginas, búsquedas, un gasto.
expenses-history_shown = 🧾 Lo que has guardado: { $held }
expenses-history_shown-found = 🔎 { $what }: { $held }
expenses-history_shown-deleted = 🧹 Lo que has borrado: { $held }
expenses-history_shown-page = Página { $page } de { $pages }
expenses-history_shown-one = Con “/history #{ $number }” ves uno con su foto; con “/history uber junio” buscas.
expenses-history_shown-which = 🔎 Hay un #{ $number } en varios chats. ¿Cuál?
expenses-history_shown-beyond = { $n ->
    [one] 🧾 No hay página { $page }: todo cabe en una.
   *[other] 🧾 No hay página { $page }: solo hay { $n }.
}
expenses-history_shown-beyond-amount = Para buscar un importe, escribe sus decimales o la moneda: “/history { $page },00”.
expenses-history_shown-not_found = 🔎 { $what }: nada guardado. Prueba con menos palabras.
expenses-history_shown-none_deleted = 🧹 No has borrado nada así.
expenses-history_shown-future = 🔎 Esos días aún no han llegado, así que no hay nada guardado.
expenses-history_shown-unclear = 🔎 ¿Qué busco? Prueba “/history uber junio”, “/history 45,90” o “/history #12”.
expenses-history_shown-none = 🧾 Todavía no hay nada guardado. Prueba “almuerzo 12,50”.
expenses-shown = 🧾 Aquí lo tienes:
expenses-shown-deleted = 🧹 Este está borrado y no cuenta:
expenses-shown-no_photo = 📷 Su foto ya no está guardada.
expenses-button-older = Anteriores
expenses-button-newer = Más recientes
expenses-button-show = Mostrar
expenses-button-delete = Borrar
