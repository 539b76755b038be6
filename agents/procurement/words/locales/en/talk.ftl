# Questions back, refusals, what cannot be done, and what it can do.

procurement-no_catalog = 🗂 No catalog is set up yet. My operator can import one with “steward catalog import FILE”. Everything else works.
procurement-not_known_yet = ⏳ I'm not sure that went through. Please check /cart in a moment before you try again.
procurement-not_done = ❗ That didn't work. Please try again, or put it another way.
procurement-not_done-timeout = ⏳ That took too long. Nothing was changed; please try again.
procurement-not_done-unavailable = ⏳ I can't reach my records right now. Please try again in a moment.
procurement-not_done-not_found = 🔎 I can't find that one. Search for it, or give me its article number.
procurement-not_done-unseen = 🔎 I don't know that article. Search for it first.
procurement-not_done-gone = ⚠️ No longer sold: { $names }
procurement-not_done-not_in_cart = 🛒 That is not in your cart.
procurement-not_done-no_request = 📋 You have no such request.
procurement-not_done-no_category = 🗂 There's no such category. Choose from { $choices }.
procurement-not_done-no_supplier = 🏷 There's no such supplier. Choose from { $choices }.
procurement-not_done-invalid_arguments = 🤔 A quantity is a whole number from 1 to 999; 0 removes it.
procurement-not_done-quantity = 🔢 { $name }: you can order { $most } at most.
procurement-not_done-stock = ⚠️ { $name }: only { $available } in stock, and { $in_cart } in your cart already.
procurement-not_done-sold_out = ⚠️ { $name } is out of stock.
procurement-not_done-lines = 🛒 Your cart is full: it holds { $most } different products.
procurement-not_done-other_currency = 💱 That's priced in another currency ({ $choices }), and a request has only one. Send this cart first, then I'll start a second request.
procurement-not_done-limited = 💱 Requests here can only be in { $choices }.
procurement-not_done-day = 📅 { $day } doesn't work for delivery. Please pick a day from { $first } to { $last }.
procurement-not_done-empty = 🛒 Your cart is empty, so there's nothing to send.
procurement-not_done-missing = ⚠️ Not all of it is in stock:
procurement-not_done-missing-short = ⚠️ Only { $available } left of { $name }.
procurement-not_done-missing-gone = ⚠️ { $name } is no longer sold.
procurement-not_done-missing-none = ⚠️ { $name } is out of stock.
procurement-not_done-line-gone = { $name }: no longer sold
procurement-not_done-line-short = { $name }: only { $available } left
procurement-not_done-line-none = { $name }: out of stock
procurement-not_done-limit_request = 🚫 { $total } is over the limit of { $limit } for one request.
procurement-not_done-limit_day = 🚫 { $total } is over the limit of { $limit } a day; { $spent } is sent today.
procurement-not_done-settled = 📋 { $number } is { $status } already.
procurement-not_done-no_approval = 📋 No request { $number } is waiting for approval.
procurement-not_done-own_request = 🚫 { $number } is your own request. Somebody else has to decide.
procurement-not_done-nobody_known = 🚫 Nobody knows any more who in the group sent { $number }, so no approver can decide on it. Please send it again.
procurement-ask_change = 🛒 What shall I change? For example “only 1” or “remove the toner”.
procurement-ask_quantity = 🔢 How many? “{ $said }” doesn't work; please give a whole number from { $lowest } to { $highest }.
procurement-ask_which = 🤔 Which one do you mean?
procurement-ask_what = 🔎 What are you looking for? A word or two will do, like “blue pens”.
procurement-ask_day = 📅 I don't know the day “{ $said }”. When should it come?
procurement-list_gone = 📄 That list is gone. Please search again, or give me an article number.
procurement-no_such_place = { $n ->
    [one] 🤔 There is no number { $position }: the list has one entry.
   *[other] 🤔 There is no number { $position }: the list has { $n } entries.
}
procurement-no_more = 📄 That was all of it.
procurement-no_requests = 📋 You have no request to repeat yet.
procurement-refused-others = 🚫 I can only order for you, not for others.
procurement-refused-approval = 🚫 Purchasing approves and places orders. I can't do that.
procurement-refused-how_to_decide = ✍️ Tell me which one: “approve PR-7”, or “reject PR-7: too expensive”.
procurement-unclear = 🤔 I didn't get that. Try “find blue pens under 20”, “add 2 of the first”, “cart” or “checkout for friday”.
procurement-partial = ⚠️ That took too many steps, so I stopped. This is how far I got.

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
procurement-brief = 🛒 Shopping: “find blue pens in the catalog” · /cart /orders
procurement-privacy = • I keep your cart, your purchase requests and what changed them. Requests above a limit are shown to those who approve them.
procurement-command-cart = your cart
procurement-command-orders = your purchase requests
procurement-description = Tell me what you need: I find it in the catalog, keep your cart and send the purchase request.
procurement-short_description = I find products, keep your cart and send purchase requests.
procurement-erased-requests = { $n ->
    [one] { $n } purchase request
   *[other] { $n } purchase requests
}
procurement-help-confirm = 💡 Nothing is sent without your yes. “Yes” sends exactly what is shown, “no” leaves your cart as it is. You can also change it: “make it monday”, “only 3”.
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
procurement-doing-check-decide_request = looking at the request
procurement-doing-run-decide_request = noting the decision
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
procurement-button-order_left = Order what there is
procurement-button-order_left-counted = Order { $quantity }
procurement-button-order_left-without = Order without it
procurement-button-change = Change
procurement-button-received = Yes, received
procurement-button-not_received = No
procurement-button-approve = Approve
procurement-button-reject = Reject
procurement-button-offered = Order again
