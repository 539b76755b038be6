# Le panier à côté de la conversation.

procurement-panel = Ton panier
procurement-panel-remove = Retirer { $name }
