# Des opérations enregistrées, modifiées ensemble dans une liste.
expenses-rows-edited = { $n ->
    [0] 👌 Rien à changer : c'est déjà comme ça
    [one] 📝 { $n } opération modifiée
   *[other] 📝 { $n } opérations modifiées
}
expenses-rows-deleted = { $n ->
    [0] 🧹 Rien n'a été supprimé
    [one] 🧹 { $n } opération supprimée. Elle ne compte plus
   *[other] 🧹 { $n } opérations supprimées. Elles ne comptent plus
}
expenses-rows-restored = { $n ->
    [0] ✅ Rien à rétablir
    [one] ✅ { $n } opération rétablie
   *[other] ✅ { $n } opérations rétablies
}
expenses-rows-taken_back = { $n ->
    [0] 👌 Rien n'a été remis en l'état
    [one] 🔁 { $n } opération remise en l'état
   *[other] 🔁 { $n } opérations remises en l'état
}
expenses-rows-left = { $n ->
    [one] { $n } a été modifiée ou supprimée entre-temps : elle reste telle quelle.
   *[other] { $n } ont été modifiées ou supprimées entre-temps : elles restent telles quelles.
}
expenses-rows-value = { $field } : { $value }
expenses-rows_refused = ✋ Rien n'a été modifié. Vérifie ce champ : { $field }.
expenses-rows_refused-gone = ✋ Rien n'a été modifié : l'opération a été supprimée ou rétablie ailleurs entre-temps.
expenses-button-rows_undo = Annuler

# The list itself.
expenses-rows-title = Opérations
expenses-rows-elsewhere = Enregistré dans le terminal ou sur Telegram ? Écris « /export » là-bas et envoie-moi le fichier dans ce chat.
expenses-rows-total-expense = Dépensé : { $totals }
expenses-rows-total-income = Reçu : { $totals }
expenses-rows-whose = Opérations de qui
expenses-rows-mine = Les miennes
expenses-rows-ours = Les nôtres
expenses-rows-you = Toi
expenses-rows-count = { $n ->
    [one] { $n } opération
   *[other] { $n } opérations
}
