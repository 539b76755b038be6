# Lo guardado antes: páginas, búsquedas, un gasto.
expenses-history_shown = 🧾 Lo que has guardado: { $held }
expenses-history_shown-found = 🔎 { $what }: { $held }
expenses-history_shown-deleted = 🧹 Anulado: { $held }
expenses-history_shown-page = Página { $page } de { $pages }
expenses-history_shown-one = “muestra #{ $number }” enseña uno con su foto. “/history uber junio” busca.
expenses-history_shown-beyond = { $n ->
    [one] 🧾 No hay página { $page }: todo está en una página.
   *[other] 🧾 No hay página { $page }: hay { $n }.
}
expenses-history_shown-beyond-amount = Para buscar un importe, escribe sus decimales o la moneda: “/history { $page },00”.
expenses-history_shown-not_found = 🔎 { $what }: nada guardado. Con menos palabras quizá encuentre más.
expenses-history_shown-none_deleted = 🧹 No se ha anulado nada así.
expenses-history_shown-future = 🔎 Eso aún está por venir, así que no hay nada guardado.
expenses-history_shown-unclear = 🔎 No he entendido qué buscar. Prueba “/history uber junio”, “/history 45,90” o “/history #12”.
expenses-history_shown-none = 🧾 Todavía no hay nada guardado. Prueba “almuerzo 12,50”.
expenses-shown = 🧾 Aquí está:
expenses-shown-deleted = 🧹 Este se anuló y no cuenta:
expenses-shown-no_photo = 📷 Ya no se conserva su foto.
expenses-button-older = Anteriores
expenses-button-newer = Más recientes
expenses-button-show = Mostrar
expenses-button-delete = Borrar
