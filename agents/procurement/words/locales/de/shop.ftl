# Products, the cart and purchase requests.

procurement-name = deine Bestellung
procurement-price-unit = { $price } / { $unit }
procurement-stock = { $stock } auf Lager
procurement-stock-none = nicht auf Lager
procurement-found = 🔎 { $query }:
procurement-found-of = 🔎 { $query }, { $first } bis { $last } von { $total }:
procurement-found-all = 🔎 Alles im Katalog:
procurement-found-all-of = 🔎 Der Katalog, { $first } bis { $last } von { $total }:
procurement-found-limited = 🔎 Das passt:
procurement-found-limited-of = 🔎 Das passt, { $first } bis { $last } von { $total }:
procurement-nothing_found = 🔎 Zu „{ $query }“ habe ich nichts gefunden.
procurement-nothing_found-bare = 🔎 Ich habe nichts Passendes gefunden.
procurement-nothing_found-near = Schau mal in { $near }.
procurement-choose = 🤔 Welches „{ $query }“ meinst du?
procurement-choose-bare = 🤔 Welches meinst du?
procurement-item-siblings = Gibt es auch so:
procurement-what_sold = { $n ->
    [one] 🗂 { $n } Artikel:
   *[other] 🗂 { $n } Artikel:
}
procurement-what_sold-line = { $name }: { $n }
procurement-what_sold-prices = , { $lowest } bis { $highest }

procurement-cart-empty = 🛒 Dein Warenkorb ist leer.
procurement-cart-total = 🛒 { $n } Artikel · { $total }
procurement-cart-gone = ⚠️ { $line } · wird nicht mehr verkauft
procurement-cart-repriced = { $line } · ⚠️ vorher je { $before }, jetzt { $after }
procurement-cart-short = { $line } · ⚠️ nur noch { $stock } da
procurement-cart-none = { $line } · ⚠️ nicht auf Lager
procurement-changed = 🛒 { $quantity } × { $name } · { $amount }
procurement-changed-bare = 🛒 { $quantity } × { $name }
procurement-changed-removed = 🛒 { $name } aus dem Warenkorb entfernt
procurement-gone = ⚠️ Nicht mehr lieferbar: { $names }
procurement-undone = 🔁 Zurückgenommen
procurement-cart_kept = 👌 Nichts bestellt. Dein Warenkorb bleibt, wie er ist
procurement-cart_kept-stopped = 👍 Abgebrochen. Es wurde nichts gesendet
procurement-cart_empty = 🛒 Dein Warenkorb ist leer. Sag mir, was du brauchst, zum Beispiel „der günstigste Kaffee“.
procurement-not_in_cart = 🛒 „{ $asked_for }“ ist nicht in deinem Warenkorb.

procurement-ask_send = 📨 Diese Anforderung senden?
procurement-ask_send-again = 📨 Deine Anforderung ({ $total }) senden?
procurement-ask_send-changed = ⚠️ Etwas hat sich geändert. Trotzdem so senden?
procurement-total = Summe { $total }
procurement-total-delivery = Summe { $total } · Lieferung { $day }
procurement-delivery = 📅 Lieferung { $day }
procurement-notes = 📝 { $notes }
procurement-difference-lower_price = { $name } ist jetzt günstiger: { $after } statt { $before }
procurement-difference-price = { $name }: { $before } → { $after }
procurement-difference-stock = { $name }: nur noch { $after } da
procurement-difference-gone = { $name } wird nicht mehr verkauft
procurement-difference-cart = Dein Warenkorb hat sich inzwischen geändert
procurement-sent = ✅ { $number } gesendet · { $total }
procurement-not_sent = 👌 Nicht gesendet. Dein Warenkorb bleibt, wie er ist.
procurement-taken_back = ↩️ { $number } ist storniert. Alles liegt wieder in deinem Warenkorb
procurement-orders = 📋 Deine Anforderungen:
procurement-orders-none = 📋 Du hast noch keine Anforderung gesendet.
procurement-orders-line = { $number } · { $day } · { $total } · { $status } · { $what }
procurement-status = 📣 { $number }: { $status }
procurement-status-pending = wartet auf Freigabe
procurement-status-submitted = gesendet
procurement-status-rejected = abgelehnt
procurement-status-cancelled = storniert
procurement-status-ordered = bestellt
procurement-status-received = eingegangen
procurement-ask_received = 📦 Ist das deine Anforderung { $number } von { $supplier }, { $total }?
procurement-ask_received-bare = 📦 Ist das deine Anforderung { $number }, { $total }?
procurement-sold_here = 🛒 Auch im Katalog: { $names }
procurement-left_open = 👌 Gut, die Anforderung bleibt offen.

procurement-ask_send_for_approval = 📨 Diese Anforderung zur Freigabe senden?
procurement-sent-pending = 📨 Zur Freigabe gesendet ({ $number }, { $total }). Ich sage dir, wie entschieden wurde
procurement-ask_approval = 🙋 { $number } wartet auf deine Freigabe
procurement-ask_approval-again = ⏰ { $number } wartet noch auf deine Freigabe
procurement-ask_approval-how = Mit Begründung ablehnen: „{ $number } ablehnen: zu teuer“.
procurement-sent_by = 👤 Gesendet von { $person }
procurement-ask_decision-approve = 🙋 { $number } freigeben?
procurement-ask_decision-reject = 🙋 { $number } ablehnen?
procurement-decided-approved = ✅ { $number } freigegeben. Ich sage es der Person, die sie gesendet hat.
procurement-decided-rejected = ❌ { $number } abgelehnt. Ich sage es der Person, die sie gesendet hat.
procurement-not_decided = 👌 Nichts entschieden. Die Anforderung wartet weiter.
procurement-answered-approved = ✅ { $number } ist freigegeben · { $total }
procurement-answered-rejected = ❌ { $number } wurde abgelehnt · { $total }
procurement-reason = 💬 { $reason }
procurement-status-approved = freigegeben
