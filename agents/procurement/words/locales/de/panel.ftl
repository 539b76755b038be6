# Der Warenkorb neben dem Chat.

procurement-panel = Dein Warenkorb
procurement-panel-remove = { $name } entfernen
