# Productos, el carrito y las solicitudes de compra.

procurement-name = tu pedido
procurement-price-unit = { $price } / { $unit }
procurement-stock = { $stock } en stock
procurement-stock-none = sin stock
procurement-found = 🔎 { $query }:
procurement-found-of = 🔎 { $query }, { $first } a { $last } de { $total }:
procurement-found-all = 🔎 Esto es lo que hay:
procurement-found-all-of = 🔎 { $first } a { $last } de { $total }:
procurement-found-limited = 🔎 Esto encaja:
procurement-found-limited-of = 🔎 Esto encaja, { $first } a { $last } de { $total }:
procurement-nothing_found = 🔎 No he encontrado nada para “{ $query }”.
procurement-nothing_found-bare = 🔎 No he encontrado nada que encaje.
procurement-nothing_found-near = Mira en { $near }.
procurement-choose = 🤔 “{ $query }”: ¿a cuál te refieres?
procurement-choose-bare = 🤔 ¿A cuál te refieres?
procurement-item-siblings = También hay:
procurement-what_sold = { $n ->
    [one] 🗂 { $n } producto:
   *[other] 🗂 { $n } productos:
}
procurement-what_sold-line = { $name }: { $n }
procurement-what_sold-prices = , { $lowest } a { $highest }

procurement-cart-empty = 🛒 Tu carrito está vacío.
procurement-cart-total = { $n ->
    [one] 🛒 { $n } producto · { $total }
   *[other] 🛒 { $n } productos · { $total }
}
procurement-cart-gone = ⚠️ { $line } · ya no se vende
procurement-cart-repriced = { $line } · ⚠️ { $before } por unidad al añadirlo, { $after } ahora
procurement-cart-short = { $line } · ⚠️ solo hay { $stock }
procurement-cart-none = { $line } · ⚠️ sin stock
procurement-changed = 🛒 { $quantity } × { $name } · { $amount }
procurement-changed-bare = 🛒 { $quantity } × { $name }
procurement-changed-removed = 🛒 { $name } ya no está en el carrito
procurement-gone = ⚠️ Ya no se puede pedir: { $names }
procurement-undone = 🔁 Deshecho
procurement-cart_kept = 👌 No se ha pedido nada. Tu carrito sigue como estaba
procurement-cart_kept-stopped = 👍 Cancelado. No se ha enviado nada
procurement-cart_empty = 🛒 Tu carrito está vacío. Dime qué necesitas, por ejemplo “busca bolígrafos azules”.
procurement-not_in_cart = 🛒 No hay “{ $asked_for }” en tu carrito.

procurement-ask_send = 📨 ¿Envío esta solicitud?
procurement-ask_send-again = 📨 ¿Envío tu solicitud ({ $total })?
procurement-ask_send-changed = ⚠️ Algo ha cambiado. ¿La envío así?
procurement-total = Total { $total }
procurement-total-delivery = Total { $total } · entrega { $day }
procurement-delivery = 📅 Entrega { $day }
procurement-notes = 📝 { $notes }
procurement-difference-lower_price = { $name } está más barato ahora: { $after } en vez de { $before }
procurement-difference-price = { $name }: { $before } → { $after }
procurement-difference-stock = { $name }: solo hay { $after }
procurement-difference-gone = { $name } ya no se vende
procurement-difference-cart = Tu carrito ha cambiado mientras tanto
procurement-sent = ✅ Solicitud { $number } enviada · { $total }
procurement-not_sent = 👌 No la he enviado. Tu carrito se queda como está.
procurement-taken_back = ↩️ Solicitud { $number } cancelada. Todo vuelve a estar en tu carrito
procurement-orders = 📋 Tus solicitudes:
procurement-orders-none = 📋 Todavía no has enviado ninguna solicitud.
procurement-orders-line = { $number } · { $day } · { $total } · { $status } · { $what }
procurement-status = 📣 La solicitud { $number } está { $status }
procurement-status-pending = pendiente de aprobación
procurement-status-submitted = enviada
procurement-status-rejected = rechazada
procurement-status-cancelled = cancelada
procurement-status-ordered = pedida
procurement-status-received = recibida
procurement-ask_received = 📦 ¿Es esta tu solicitud { $number } de { $supplier }, { $total }?
procurement-ask_received-bare = 📦 ¿Es esta tu solicitud { $number }, { $total }?
procurement-sold_here = 🛒 También en el catálogo: { $names }
procurement-left_open = 👌 De acuerdo, la solicitud sigue abierta.

procurement-ask_send_for_approval = 📨 ¿Envío esta solicitud para su aprobación?
procurement-sent-pending = 📨 Enviada para aprobación ({ $number }, { $total }). Te avisaré cuando se decida
procurement-ask_approval = 🙋 La solicitud { $number } espera tu aprobación
procurement-ask_approval-again = ⏰ La solicitud { $number } sigue esperando tu aprobación
procurement-ask_approval-how = Para dar un motivo, escribe “rechaza { $number }: demasiado caro”.
procurement-sent_by = 👤 Enviada por { $person }
procurement-ask_decision-approve = 🙋 ¿Apruebas { $number }?
procurement-ask_decision-reject = 🙋 ¿Rechazas { $number }?
procurement-decided-approved = ✅ Solicitud { $number } aprobada. Avisaré a quien la envió.
procurement-decided-rejected = ❌ Solicitud { $number } rechazada. Avisaré a quien la envió.
procurement-not_decided = 👌 No se ha decidido nada. La solicitud sigue esperando.
procurement-answered-approved = ✅ Solicitud { $number } aprobada · { $total }
procurement-answered-rejected = ❌ Solicitud { $number } rechazada · { $total }
procurement-reason = 💬 { $reason }
procurement-status-approved = aprobada
