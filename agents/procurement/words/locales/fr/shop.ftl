# Les produits, le panier et les demandes d'achat.

procurement-name = ta commande
procurement-price-unit = { $price } / { $unit }
procurement-stock = { $stock } en stock
procurement-stock-none = en rupture de stock
procurement-found = 🔎 { $query } :
procurement-found-of = 🔎 { $query }, { $first } à { $last } sur { $total } :
procurement-found-all = 🔎 Tout le catalogue :
procurement-found-all-of = 🔎 Le catalogue, { $first } à { $last } sur { $total } :
procurement-found-limited = 🔎 Ce qui convient :
procurement-found-limited-of = 🔎 Ce qui convient, { $first } à { $last } sur { $total } :
procurement-nothing_found = 🔎 Je n'ai rien trouvé pour « { $query } ».
procurement-nothing_found-bare = 🔎 Je n'ai rien trouvé qui convienne.
procurement-nothing_found-near = Regarde dans { $near }.
procurement-choose = 🤔 « { $query } » : lequel veux-tu dire ?
procurement-choose-bare = 🤔 Lequel veux-tu dire ?
procurement-item-siblings = Existe aussi en :
procurement-what_sold = { $n ->
    [one] 🗂 { $n } produit :
   *[other] 🗂 { $n } produits :
}
procurement-what_sold-line = { $name } : { $n }
procurement-what_sold-prices = , { $lowest } à { $highest }

procurement-cart-empty = 🛒 Ton panier est vide.
procurement-cart-total = { $n ->
    [one] 🛒 { $n } article · { $total }
   *[other] 🛒 { $n } articles · { $total }
}
procurement-cart-gone = ⚠️ { $line } · n'est plus vendu
procurement-cart-repriced = { $line } · ⚠️ { $before } pièce à l'ajout, { $after } maintenant
procurement-cart-short = { $line } · ⚠️ plus que { $stock }
procurement-cart-none = { $line } · ⚠️ en rupture de stock
procurement-changed = 🛒 { $quantity } × { $name } · { $amount }
procurement-changed-bare = 🛒 { $quantity } × { $name }
procurement-changed-removed = 🛒 { $name } retiré du panier
procurement-gone = ⚠️ Plus en vente : { $names }
procurement-undone = 🔁 C'est annulé
procurement-cart_kept = 👌 Rien n'est commandé. Ton panier n'a pas changé
procurement-cart_kept-stopped = 👍 Annulé. Rien n'a été envoyé
procurement-cart_empty = 🛒 Ton panier est vide. Dis-moi ce qu'il te faut, comme « cherche des stylos bleus ».
procurement-not_in_cart = 🛒 Il n'y a pas « { $asked_for } » dans ton panier.

procurement-ask_send = 📨 J'envoie cette demande ?
procurement-ask_send-again = 📨 J'envoie ta demande ({ $total }) ?
procurement-ask_send-changed = ⚠️ Quelque chose a changé. Je l'envoie comme ça ?
procurement-total = Total { $total }
procurement-total-delivery = Total { $total } · livraison { $day }
procurement-delivery = 📅 Livraison { $day }
procurement-notes = 📝 { $notes }
procurement-difference-lower_price = { $name } coûte moins cher maintenant : { $after } au lieu de { $before }
procurement-difference-price = { $name } : { $before } → { $after }
procurement-difference-stock = { $name } : plus que { $after }
procurement-difference-gone = { $name } n'est plus vendu
procurement-difference-cart = Ton panier a changé entre-temps
procurement-sent = ✅ { $number } envoyée · { $total }
procurement-not_sent = 👌 Rien n'est envoyé. Ton panier ne change pas.
procurement-taken_back = ↩️ { $number } est annulée. Tout est de retour dans ton panier
procurement-orders = 📋 Tes demandes :
procurement-orders-none = 📋 Tu n'as encore envoyé aucune demande.
procurement-orders-line = { $number } · { $day } · { $total } · { $status } · { $what }
procurement-status = 📣 { $number } est { $status }
procurement-status-pending = en attente de validation
procurement-status-submitted = envoyée
procurement-status-rejected = refusée
procurement-status-cancelled = annulée
procurement-status-ordered = commandée
procurement-status-received = reçue
procurement-ask_received = 📦 C'est bien ta demande { $number } ({ $supplier }), { $total } ?
procurement-ask_received-bare = 📦 C'est bien ta demande { $number }, { $total } ?
procurement-sold_here = 🛒 Aussi dans le catalogue : { $names }
procurement-left_open = 👌 D'accord, la demande reste ouverte.

procurement-ask_send_for_approval = 📨 J'envoie cette demande pour validation ?
procurement-sent-pending = 📨 Envoyée pour validation ({ $number }, { $total }). Je te dirai ce qui est décidé
procurement-ask_approval = 🙋 { $number } attend ta validation
procurement-ask_approval-again = ⏰ { $number } attend toujours ta validation
procurement-ask_approval-how = Pour donner une raison, écris « refuse { $number } : trop cher ».
procurement-sent_by = 👤 Envoyée par { $person }
procurement-ask_decision-approve = 🙋 Valider { $number } ?
procurement-ask_decision-reject = 🙋 Refuser { $number } ?
procurement-decided-approved = ✅ { $number } est validée. Je préviens la personne qui l'a envoyée.
procurement-decided-rejected = ❌ { $number } est refusée. Je préviens la personne qui l'a envoyée.
procurement-not_decided = 👌 Rien n'est décidé. La demande attend toujours.
procurement-answered-approved = ✅ { $number } est validée · { $total }
procurement-answered-rejected = ❌ { $number } est refusée · { $total }
procurement-reason = 💬 { $reason }
procurement-status-approved = validée
