# Questions back, refusals, what cannot be done, and what it can do.

procurement-no_catalog = 🗂 No catalog is set up yet. My operator can import one with “steward catalog import FILE”. Everything else works.
procurement-not_known_yet = ⏳ I can't tell yet whether that was done: my records don't answer. Please look at /cart in a moment, before you repeat it.
procurement-not_done = ❗ That did not work. Please try it again, or in other words.
procurement-not_done-timeout = ⏳ That took too long. Nothing was changed; please try again.
procurement-not_done-unavailable = ⏳ I can't reach my records right now. Please try again in a moment.
procurement-not_done-not_found = 🔎 I can't find that one. Search for it, or give me its article number.
procurement-not_done-unseen = 🔎 I know no such article. Search for it first.
procurement-not_done-gone = ⚠️ No longer sold: { $names }
procurement-not_done-not_in_cart = 🛒 That is not in your cart.
procurement-not_done-no_request = 📋 You have no such request.
procurement-not_done-no_category = 🗂 There is no such category. There are { $choices }.
procurement-not_done-no_supplier = 🏷 There is no such supplier. There are { $choices }.
procurement-not_done-invalid_arguments = 🤔 I can't take it like that. A quantity is a whole number from 1 to 999, 0 removes.
procurement-not_done-quantity = 🔢 { $name }: at most { $most } of one product.
procurement-not_done-stock = ⚠️ { $name }: { $available } in stock, { $in_cart } in your cart.
procurement-not_done-sold_out = ⚠️ { $name } is out of stock.
procurement-not_done-lines = 🛒 The cart is full: it holds { $most } different products.
procurement-not_done-other_currency = 💱 That is another currency ({ $choices }): one request has only one. Send the cart first, and I make a second request.
procurement-not_done-limited = 💱 Requests here can only be in { $choices }.
procurement-not_done-day = 📅 { $day } is no day for a delivery: from { $first } to { $last }, please.
procurement-not_done-empty = 🛒 Your cart is empty: there is nothing to send.
procurement-not_done-missing = ⚠️ Not everything can be had:
procurement-not_done-line-gone = { $name }: no longer sold
procurement-not_done-line-short = { $name }: only { $available } left
procurement-not_done-line-none = { $name }: out of stock
procurement-not_done-limit_request = 🚫 { $total } is over the limit of { $limit } for one request.
procurement-not_done-limit_day = 🚫 { $total } is over the limit of { $limit } a day; { $spent } is sent today.
procurement-not_done-settled = 📋 { $number } is { $status } already.
procurement-ask_quantity = 🔢 How many? A whole number from { $lowest } to { $highest }; “{ $said }” is none.
procurement-ask_which = 🤔 Which one do you mean?
procurement-ask_what = 🔎 What are you looking for? A word or two will do, like “blue pens”.
procurement-ask_day = 📅 I know no day “{ $said }”. When should it come?
procurement-list_gone = 📄 That list is gone. Search once more, or give me an article number.
procurement-no_such_place = { $n ->
    [one] 🤔 There is no number { $position }: the list has one entry.
   *[other] 🤔 There is no number { $position }: the list has { $n } entries.
}
procurement-no_more = 📄 That was all of it.
procurement-no_requests = 📋 There is no request that I could repeat.
procurement-refused-others = 🚫 I only order for yourself.
procurement-refused-approval = 🚫 Requests are approved and ordered by purchasing, not here.
procurement-unclear = 🤔 I did not get that. Try “find blue pens under 20”, “add 2 of the first”, “cart” or “checkout for friday”.
procurement-partial = ⚠️ I stopped before I was done: that took too many steps. This is how far I came.

procurement-enter = 🛒 Shall I look in the catalog?
procurement-about = I find what you need and send the purchase request.
procurement-invite = Tell me what you need to buy.
procurement-also = shopping
procurement-examples =
    find blue pens under 20
    the cheapest coffee
    🛒 My cart | /cart
procurement-help =
    🔎 “find blue pens under 20”, “the cheapest coffee”: I find it
    🛒 “two of the first”, “make the pens 5”, “remove the paper”: I change your cart
    📨 “checkout for friday, leave at reception”: I send the request
    /cart your cart · /orders your requests
procurement-brief = 🛒 Shopping: “find blue pens under 20” · /cart /orders
procurement-privacy = • I keep your cart, your purchase requests and what changed them.
procurement-command-cart = your cart
procurement-command-orders = your purchase requests
procurement-description = Tell me what you need: I find it in the catalog, keep your cart and send the purchase request.
procurement-short_description = I find products, keep your cart and send purchase requests.
procurement-erased-requests = { $n ->
    [one] { $n } purchase request
   *[other] { $n } purchase requests
}
procurement-help-confirm = 💡 I wait for your word before I send anything: “yes” sends exactly what is shown, “no” leaves your cart as it is. You can also change it: “make it monday”, “only 3”.
procurement-waits-confirm = whether to send the request

procurement-doing-decide = thinking
procurement-doing-run-search_catalog = searching
procurement-doing-run-browse_catalog = looking through the catalog
procurement-doing-run-get_item = looking at a product
procurement-doing-run-get_cart = looking at the cart
procurement-doing-run-list_requests = looking at your requests
procurement-doing-run-add_to_cart = filling the cart
procurement-doing-run-set_quantity = changing the cart
procurement-doing-run-reorder = filling the cart
procurement-doing-check-checkout = preparing the request
procurement-doing-run-checkout = preparing the request
procurement-doing-look-into-the-cart = looking at the cart

procurement-button-add = Add
procurement-button-add-several = Add { $quantity } × no. { $position }
procurement-button-set = This one
procurement-button-more = More
procurement-button-send = Send
procurement-button-not_yet = Not yet
procurement-button-take_back = Take back
procurement-button-empty = Empty the cart
procurement-button-order = Order
procurement-button-received = Yes, received
procurement-button-not_received = No
procurement-button-offered = Order again
