# Preguntas de vuelta, negativas, lo que no se puede hacer y lo que sabe hacer.

procurement-no_catalog = 🗂 Todavía no hay ningún catálogo. Mi administrador puede importar uno con “steward catalog import FILE”. Todo lo demás funciona.
procurement-not_known_yet = ⏳ No estoy seguro de que se haya hecho. Mira /cart en un momento, antes de intentarlo otra vez.
procurement-not_done = ❗ No ha funcionado. Inténtalo de nuevo, o con otras palabras.
procurement-not_done-timeout = ⏳ Ha tardado demasiado. No ha cambiado nada; inténtalo de nuevo.
procurement-not_done-unavailable = ⏳ Ahora mismo no puedo acceder a los datos. Inténtalo de nuevo en un momento.
procurement-not_done-not_found = 🔎 No lo encuentro. Búscalo o dame su número de artículo.
procurement-not_done-unseen = 🔎 No conozco ese artículo. Búscalo primero.
procurement-not_done-gone = ⚠️ Ya no se vende: { $names }
procurement-not_done-not_in_cart = 🛒 Eso no está en tu carrito.
procurement-not_done-no_request = 📋 No tienes esa solicitud.
procurement-not_done-no_category = 🗂 Esa categoría no existe. Elige entre { $choices }.
procurement-not_done-no_supplier = 🏷 Ese proveedor no existe. Elige entre { $choices }.
procurement-not_done-invalid_arguments = 🤔 Una cantidad es un número entero de 1 a 999; 0 lo quita.
procurement-not_done-quantity = 🔢 { $name }: puedes pedir { $most } como máximo.
procurement-not_done-stock = ⚠️ { $name }: solo hay { $available }, y ya tienes { $in_cart } en el carrito.
procurement-not_done-sold_out = ⚠️ { $name } está sin stock.
procurement-not_done-lines = 🛒 Tu carrito está lleno: caben { $most } productos distintos.
procurement-not_done-other_currency = 💱 Ese precio está en otra moneda ({ $choices }), y una solicitud solo puede tener una. Envía primero este carrito y después empiezo otra solicitud.
procurement-not_done-limited = 💱 Aquí solo se puede pedir en { $choices }.
procurement-not_done-day = 📅 { $day } no vale como día de entrega: elige del { $first } al { $last }.
procurement-not_done-empty = 🛒 Tu carrito está vacío: no hay nada que enviar.
procurement-not_done-missing = ⚠️ No todo está en stock:
procurement-not_done-missing-short = ⚠️ { $name }: solo hay { $available }.
procurement-not_done-missing-gone = ⚠️ { $name } ya no se vende.
procurement-not_done-missing-none = ⚠️ { $name } está sin stock.
procurement-not_done-line-gone = { $name }: ya no se vende
procurement-not_done-line-short = { $name }: solo hay { $available }
procurement-not_done-line-none = { $name }: sin stock
procurement-not_done-limit_request = 🚫 { $total } supera el límite de { $limit } por solicitud.
procurement-not_done-limit_day = 🚫 { $total } supera el límite de { $limit } al día; hoy ya se han enviado { $spent }.
procurement-not_done-settled = 📋 { $number } ya está { $status }.
procurement-not_done-no_approval = 📋 No hay ninguna solicitud { $number } pendiente de aprobación.
procurement-not_done-own_request = 🚫 La solicitud { $number } es tuya. Tiene que decidir otra persona.
procurement-not_done-nobody_known = 🚫 Ya nadie sabe quién del grupo envió la solicitud { $number }, así que nadie puede decidir sobre ella. Hay que enviarla otra vez.
procurement-ask_change = 🛒 ¿Qué cambio? Por ejemplo, “solo 1” o “quita el tóner”.
procurement-ask_quantity = 🔢 ¿Cuántos? “{ $said }” no vale; dime un número entero de { $lowest } a { $highest }.
procurement-ask_which = 🤔 ¿A cuál te refieres?
procurement-ask_what = 🔎 ¿Qué buscas? Bastan una o dos palabras, como “bolígrafos azules”.
procurement-ask_day = 📅 No entiendo qué día es “{ $said }”. ¿Para cuándo lo quieres?
procurement-list_gone = 📄 Esa lista ya no está. Busca otra vez o dame un número de artículo.
procurement-no_such_place = { $n ->
    [one] 🤔 No hay número { $position }: la lista solo tiene uno.
   *[other] 🤔 No hay número { $position }: la lista solo tiene { $n }.
}
procurement-no_more = 📄 Eso era todo.
procurement-no_requests = 📋 Aún no tienes ninguna solicitud que repetir.
procurement-refused-others = 🚫 Solo puedo pedir para ti, no para otros.
procurement-refused-approval = 🚫 De aprobar y hacer los pedidos se encarga el departamento de compras. Yo no puedo.
procurement-refused-how_to_decide = ✍️ Dime cuál: “aprueba PR-7” o “rechaza PR-7: demasiado caro”.
procurement-unclear = 🤔 No lo he entendido. Prueba “busca bolígrafos azules por menos de 20”, “añade 2 del primero”, “carrito” o “pedir para el viernes”.
procurement-partial = ⚠️ Eran demasiados pasos y he parado. Hasta aquí he llegado.

procurement-enter = 🛒 ¿Miro en el catálogo?
procurement-about = Busco lo que necesitas y envío la solicitud de compra.
procurement-invite = Dime qué necesitas comprar.
procurement-also = compras
procurement-examples =
    busco bolígrafos azules por menos de 20
    quiero comprar café
    🛒 Mi carrito | /cart
procurement-help =
    🔎 “busco bolígrafos azules por menos de 20”, “quiero comprar café”: lo encuentro
    🛒 “dos del primero”, “cambia los bolígrafos a 5”, “quita el papel”: cambio tu carrito
    📨 “pedir para el viernes, dejar en recepción”: envío la solicitud
    /cart tu carrito · /orders tus solicitudes
procurement-brief = 🛒 Compras: “busco bolígrafos azules en el catálogo” · /cart /orders
procurement-privacy = • Guardo tu carrito, tus solicitudes de compra y sus cambios. Las solicitudes que superan un límite las ven quienes las aprueban.
procurement-command-cart = tu carrito
procurement-command-orders = tus solicitudes de compra
procurement-description = Dime qué necesitas: lo busco en el catálogo, preparo tu carrito y envío la solicitud de compra.
procurement-short_description = Busco productos, preparo tu carrito y envío solicitudes de compra.
procurement-erased-requests = { $n ->
    [one] { $n } solicitud de compra
   *[other] { $n } solicitudes de compra
}
procurement-help-confirm = 💡 No envío nada sin tu sí: “sí” envía justo lo que ves, “no” deja tu carrito como está. También puedes cambiarlo: “mejor el lunes”, “solo 3”.
procurement-waits-confirm = si envío la solicitud

procurement-doing-decide = pensando
procurement-doing-run-search_catalog = buscando
procurement-doing-run-browse_catalog = mirando el catálogo
procurement-doing-run-get_item = mirando un producto
procurement-doing-run-get_cart = mirando el carrito
procurement-doing-run-list_requests = mirando tus solicitudes
procurement-doing-run-add_to_cart = llenando el carrito
procurement-doing-run-set_quantity = cambiando el carrito
procurement-doing-run-reorder = llenando el carrito
procurement-doing-check-checkout = preparando la solicitud
procurement-doing-run-checkout = preparando la solicitud
procurement-doing-check-decide_request = mirando la solicitud
procurement-doing-run-decide_request = anotando la decisión
procurement-doing-look-into-the-cart = mirando el carrito

procurement-button-add = Añadir
procurement-button-add-several = Añadir { $quantity } × n.º { $position }
procurement-button-set = Este
procurement-button-more = Más
procurement-button-send = Enviar
procurement-button-not_yet = Todavía no
procurement-button-take_back = Anular
procurement-button-empty = Vaciar el carrito
procurement-button-order = Pedir
procurement-button-order_left = Pedir lo que hay
procurement-button-order_left-counted = Pedir { $quantity }
procurement-button-order_left-without = Pedir sin eso
procurement-button-change = Cambiar
procurement-button-received = Sí, recibida
procurement-button-not_received = No
procurement-button-approve = Aprobar
procurement-button-reject = Rechazar
procurement-button-offered = Pedir otra vez
