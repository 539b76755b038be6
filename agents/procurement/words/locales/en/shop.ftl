# Products, the cart and purchase requests.

procurement-name = your order
procurement-price-unit = { $price } / { $unit }
procurement-stock = { $stock } in stock
procurement-stock-none = out of stock
procurement-found = 🔎 { $query }:
procurement-found-of = 🔎 { $query }, { $first } to { $last } of { $total }:
procurement-found-all = 🔎 Everything in the catalog:
procurement-found-all-of = 🔎 The catalog, { $first } to { $last } of { $total }:
procurement-found-limited = 🔎 What fits:
procurement-found-limited-of = 🔎 What fits, { $first } to { $last } of { $total }:
procurement-nothing_found = 🔎 I found nothing for “{ $query }”.
procurement-nothing_found-bare = 🔎 I found nothing that fits.
procurement-nothing_found-near = Have a look in { $near }.
procurement-choose = 🤔 Which “{ $query }” do you mean?
procurement-choose-bare = 🤔 Which one do you mean?
procurement-item-siblings = Also available:
procurement-what_sold = { $n ->
    [one] 🗂 { $n } product:
   *[other] 🗂 { $n } products:
}
procurement-what_sold-line = { $name }: { $n }
procurement-what_sold-prices = , { $lowest } to { $highest }

procurement-cart-empty = 🛒 Your cart is empty.
procurement-cart-total = { $n ->
    [one] 🛒 { $n } product · { $total }
   *[other] 🛒 { $n } products · { $total }
}
procurement-cart-gone = ⚠️ { $line } · no longer sold
procurement-cart-repriced = { $line } · ⚠️ { $before } each when added, { $after } now
procurement-cart-short = { $line } · ⚠️ only { $stock } left
procurement-cart-none = { $line } · ⚠️ out of stock
procurement-changed = 🛒 { $quantity } × { $name } · { $amount }
procurement-changed-bare = 🛒 { $quantity } × { $name }
procurement-changed-removed = 🛒 Removed { $name } from your cart
procurement-gone = ⚠️ No longer available: { $names }
procurement-undone = 🔁 Undone
procurement-cart_kept = 👌 Nothing ordered. Your cart is unchanged
procurement-cart_kept-stopped = 👍 Cancelled. Nothing was sent
procurement-cart_empty = 🛒 Your cart is empty. Tell me what you need, like “find blue pens”.
procurement-not_in_cart = 🛒 There's no “{ $asked_for }” in your cart.

procurement-ask_send = 📨 Send this request?
procurement-ask_send-again = 📨 Send your request ({ $total })?
procurement-ask_send-changed = ⚠️ Something has changed. Send it like this?
procurement-total = Total { $total }
procurement-total-delivery = Total { $total } · delivery { $day }
procurement-delivery = 📅 Delivery { $day }
procurement-notes = 📝 { $notes }
procurement-difference-lower_price = { $name } is cheaper now: { $after } instead of { $before }
procurement-difference-price = { $name }: { $before } → { $after }
procurement-difference-stock = { $name }: only { $after } left
procurement-difference-gone = { $name } is no longer sold
procurement-difference-cart = Your cart changed in the meantime
procurement-sent = ✅ { $number } sent · { $total }
procurement-not_sent = 👌 Not sent. Your cart stays as it is.
procurement-taken_back = ↩️ { $number } is cancelled. Everything is back in your cart
procurement-orders = 📋 Your requests:
procurement-orders-none = 📋 You have sent no request yet.
procurement-orders-line = { $number } · { $day } · { $total } · { $status } · { $what }
procurement-status = 📣 { $number } is { $status }
procurement-status-pending = waiting for approval
procurement-status-submitted = sent
procurement-status-rejected = rejected
procurement-status-cancelled = cancelled
procurement-status-ordered = ordered
procurement-status-received = received
procurement-ask_received = 📦 Is this your request { $number } from { $supplier }, { $total }?
procurement-ask_received-bare = 📦 Is this your request { $number }, { $total }?
procurement-sold_here = 🛒 Also in the catalog: { $names }
procurement-left_open = 👌 OK, the request stays open.

procurement-ask_send_for_approval = 📨 Send this request for approval?
procurement-sent-pending = 📨 Sent for approval ({ $number }, { $total }). I'll tell you when it's decided
procurement-ask_approval = 🙋 { $number } is waiting for your approval
procurement-ask_approval-again = ⏰ { $number } is still waiting for your approval
procurement-ask_approval-how = To give a reason, write “reject { $number }: too expensive”.
procurement-sent_by = 👤 Sent by { $person }
procurement-ask_decision-approve = 🙋 Approve { $number }?
procurement-ask_decision-reject = 🙋 Reject { $number }?
procurement-decided-approved = ✅ { $number } approved. I'll tell the person who sent it.
procurement-decided-rejected = ❌ { $number } rejected. I'll tell the person who sent it.
procurement-not_decided = 👌 Nothing decided. The request is still waiting.
procurement-answered-approved = ✅ { $number } is approved · { $total }
procurement-answered-rejected = ❌ { $number } was rejected · { $total }
procurement-reason = 💬 { $reason }
procurement-status-approved = approved
