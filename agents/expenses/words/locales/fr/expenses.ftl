# Ce qui est arrivé à une dépense.

expenses-saved = ✅ Enregistré
expenses-saved-late = ✅ Enregistré, avec un peu de retard : ça remarche
expenses-saved-difference = 📷 { $field } : sur la photo { $before }, mais j'ai gardé ce que tu as dit, { $after }.
expenses-saved-addition = 📝 { $field }, d'après toi : { $after }.
expenses-saved_together = ✅ Enregistré : { $saved } sur { $photos }
expenses-saved_together-all = { $n ->
    [one] ✅ { $n } dépense enregistrée
   *[other] ✅ { $n } dépenses enregistrées
}
expenses-saved_together-asking = { $n ->
    [one] 💬 J'ai une question sur { $n } autre.
   *[other] 💬 J'ai des questions sur { $n } autres.
}
expenses-saved_together-total = 💰 Total : { $totals }
expenses-saved_together-undo = ↩️ « annule #{ $number } » en supprime une.
expenses-corrected = 📝 Corrigé
expenses-change = { $field } : { $before } → { $after }
expenses-change-added = { $field } : { $after }
expenses-change-removed = { $field } : { $before } (retiré)
expenses-unchanged = 👌 C'est déjà ce qui est noté. Rien n'a changé
expenses-deleted = 🧹 Supprimé. Ça ne compte plus
expenses-deleted_together = { $n ->
    [one] 🧹 { $n } dépense supprimée. Elle ne compte plus
   *[other] 🧹 { $n } dépenses supprimées. Elles ne comptent plus
}
expenses-deleted_together-only = { $n ->
    [one] Il n'y en avait qu'une.
   *[other] Il n'y en avait que { $n }.
}
expenses-deleted_together-most = { $n ->
   *[other] J'en supprime { $n } à la fois ; redis-le pour les autres.
}
expenses-deleted_together-restore = ↩️ « rétablis #{ $number } » en rétablit une.
expenses-reverted = 🔁 Remis comme avant
expenses-restored = ✅ C'est rétabli
expenses-storage_down = ⏳ Je ne peux rien enregistrer pour l'instant. Je garde ça et je l'enregistre dès que possible
expenses-not_saved = ❗ Pas enregistré : { $reason }
expenses-not_saved-bare = ❗ Je n'ai pas pu l'enregistrer. C'est gardé en brouillon
expenses-kept = 📌 Gardé en brouillon. Tu peux le terminer quand tu veux
expenses-dropped = 👍 Abandonné. Rien n'a été enregistré
expenses-unreadable = 😕 { $reason }
expenses-unreadable-bare = 😕 Je n'arrive pas à lire ce fichier.
expenses-unreadable-instead = Tu peux aussi l'écrire, comme « Starbucks 15,50 ».
