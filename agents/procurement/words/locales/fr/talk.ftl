# Les questions en retour, les refus, ce qui est impossible, et ce qu'il sait faire.

procurement-no_catalog = 🗂 Aucun catalogue n'est installé. Mon administrateur peut en importer un avec « steward catalog import FICHIER ». Tout le reste fonctionne.
procurement-not_known_yet = ⏳ Je ne sais pas si ça a marché. Regarde /cart dans un instant avant de réessayer.
procurement-not_done = ❗ Ça n'a pas marché. Réessaie, ou dis-le autrement.
procurement-not_done-timeout = ⏳ Ça a pris trop de temps. Rien n'a changé, réessaie.
procurement-not_done-unavailable = ⏳ Je n'ai pas accès à mes données en ce moment. Réessaie dans un instant.
procurement-not_done-not_found = 🔎 Je ne trouve pas cet article. Fais une recherche, ou donne-moi sa référence.
procurement-not_done-unseen = 🔎 Je ne connais pas cet article. Cherche-le d'abord.
procurement-not_done-gone = ⚠️ Plus en vente : { $names }
procurement-not_done-not_in_cart = 🛒 Ce n'est pas dans ton panier.
procurement-not_done-no_request = 📋 Je ne trouve pas cette demande.
procurement-not_done-no_category = 🗂 Cette catégorie n'existe pas. Au choix : { $choices }.
procurement-not_done-no_supplier = 🏷 Ce fournisseur n'existe pas. Au choix : { $choices }.
procurement-not_done-invalid_arguments = 🤔 La quantité est un nombre entier de 1 à 999 ; avec 0, l'article est retiré.
procurement-not_done-quantity = 🔢 { $name } : tu peux en commander { $most } au plus.
procurement-not_done-stock = ⚠️ { $name } : seulement { $available } en stock, et déjà { $in_cart } dans ton panier.
procurement-not_done-sold_out = ⚠️ { $name } est en rupture de stock.
procurement-not_done-lines = 🛒 Ton panier est plein : { $most } produits différents au plus.
procurement-not_done-other_currency = 💱 Cet article est dans une autre devise ({ $choices }), et une demande n'en a qu'une. Envoie d'abord ce panier, ensuite je commence une deuxième demande.
procurement-not_done-limited = 💱 Ici, les demandes se font seulement en { $choices }.
procurement-not_done-day = 📅 { $day } : pas de livraison possible. Quel autre jour, du { $first } au { $last } ?
procurement-not_done-empty = 🛒 Ton panier est vide : il n'y a rien à envoyer.
procurement-not_done-missing = ⚠️ Tout n'est pas en stock :
procurement-not_done-missing-short = ⚠️ { $name } : plus que { $available }.
procurement-not_done-missing-gone = ⚠️ { $name } n'est plus vendu.
procurement-not_done-missing-none = ⚠️ { $name } est en rupture de stock.
procurement-not_done-line-gone = { $name } : plus en vente
procurement-not_done-line-short = { $name } : plus que { $available }
procurement-not_done-line-none = { $name } : en rupture de stock
procurement-not_done-limit_request = 🚫 { $total } dépasse la limite de { $limit } par demande.
procurement-not_done-limit_day = 🚫 { $total } dépasse la limite de { $limit } par jour ; { $spent } sont déjà envoyés aujourd'hui.
procurement-not_done-settled = 📋 { $number } est déjà { $status }.
procurement-not_done-no_approval = 📋 Aucune demande { $number } n'attend de validation.
procurement-not_done-own_request = 🚫 { $number } est ta propre demande. C'est à quelqu'un d'autre de décider.
procurement-not_done-nobody_known = 🚫 Plus personne ne sait qui, dans le groupe, a envoyé { $number } : personne ne peut donc en décider. Il faut l'envoyer à nouveau.
procurement-ask_change = 🛒 Qu'est-ce que je change ? Par exemple « seulement 1 » ou « enlève le toner ».
procurement-ask_quantity = 🔢 Combien ? « { $said } » ne va pas, donne-moi un nombre entier de { $lowest } à { $highest }.
procurement-ask_which = 🤔 Lequel veux-tu dire ?
procurement-ask_what = 🔎 Qu'est-ce que tu cherches ? Un mot ou deux suffisent, comme « stylos bleus ».
procurement-ask_day = 📅 « { $said } », c'est quel jour ? Tu le veux pour quand ?
procurement-list_gone = 📄 Cette liste n'est plus disponible. Refais une recherche, ou donne-moi une référence.
procurement-no_such_place = { $n ->
    [one] 🤔 Il n'y a pas de numéro { $position } : la liste a une seule entrée.
   *[other] 🤔 Il n'y a pas de numéro { $position } : la liste a { $n } entrées.
}
procurement-no_more = 📄 C'était tout.
procurement-no_requests = 📋 Tu n'as pas encore de demande à refaire.
procurement-refused-others = 🚫 Je ne peux commander que pour toi, pas pour d'autres.
procurement-refused-approval = 🚫 Seul le service achats peut valider et commander.
procurement-refused-how_to_decide = ✍️ Dis-moi laquelle : « valide PR-7 » ou « refuse PR-7 : trop cher ».
procurement-unclear = 🤔 Je n'ai pas compris. Essaie « cherche des stylos bleus à moins de 20 », « ajoute 2 du premier », « panier » ou « commande pour vendredi ».
procurement-partial = ⚠️ Il y avait trop d'étapes, je me suis arrêté en route. Voici où j'en suis.

procurement-enter = 🛒 Je regarde dans le catalogue ?
procurement-about = Je trouve ce qu'il te faut et j'envoie la demande d'achat.
procurement-invite = Dis-moi ce que tu dois acheter.
procurement-also = achats
procurement-examples =
    cherche des stylos bleus à moins de 20
    le café le moins cher
    🛒 Mon panier | /cart
procurement-help =
    🔎 « cherche des stylos bleus à moins de 20 », « le café le moins cher » : je le trouve
    🛒 « deux du premier », « mets 5 stylos », « enlève le papier » : je modifie ton panier
    📨 « commande pour vendredi, à déposer à l'accueil » : j'envoie la demande
    /cart ton panier · /orders tes demandes
procurement-brief = 🛒 Achats : « cherche des stylos bleus dans le catalogue » · /cart /orders
procurement-privacy = • Je conserve ton panier, tes demandes d'achat et leurs modifications. Les demandes au-dessus d'une limite sont montrées à ceux qui les valident.
procurement-command-cart = ton panier
procurement-command-orders = tes demandes d'achat
procurement-description = Dis-moi ce qu'il te faut : je le trouve dans le catalogue, je remplis ton panier et j'envoie la demande d'achat.
procurement-short_description = Je trouve des produits, je remplis ton panier et j'envoie tes demandes d'achat.
procurement-erased-requests = { $n ->
    [one] { $n } demande d'achat
   *[other] { $n } demandes d'achat
}
procurement-help-confirm = 💡 Rien ne part sans ton accord. « Oui » envoie exactement ce qui est affiché, « non » ne change rien à ton panier. Tu peux aussi modifier : « plutôt lundi », « seulement 3 ».
procurement-waits-confirm = envoyer la demande ou non


procurement-doing-decide = je réfléchis
procurement-doing-run-search_catalog = je cherche
procurement-doing-run-browse_catalog = je parcours le catalogue
procurement-doing-run-get_item = je regarde un produit
procurement-doing-run-get_cart = je regarde ton panier
procurement-doing-run-list_requests = je regarde tes demandes
procurement-doing-run-add_to_cart = je remplis le panier
procurement-doing-run-set_quantity = je modifie le panier
procurement-doing-run-reorder = je remplis le panier
procurement-doing-check-checkout = je prépare la demande
procurement-doing-run-checkout = je prépare la demande
procurement-doing-check-decide_request = je regarde la demande
procurement-doing-run-decide_request = je note la décision
procurement-doing-look-into-the-cart = je regarde ton panier


procurement-button-add = Ajouter
procurement-button-add-several = Ajouter { $quantity } × numéro { $position }
procurement-button-set = Celui-ci
procurement-button-more = Voir plus
procurement-button-send = Envoyer
procurement-button-not_yet = Pas encore
procurement-button-take_back = Annuler
procurement-button-empty = Vider le panier
procurement-button-order = Commander
procurement-button-order_left = Prendre ce qu'il y a
procurement-button-order_left-counted = Commander { $quantity }
procurement-button-order_left-without = Commander sans
procurement-button-change = Modifier
procurement-button-received = Oui, reçue
procurement-button-not_received = Non
procurement-button-approve = Valider
procurement-button-reject = Refuser
procurement-button-offered = Commander à nouveau
