# Ce qui est arrivé à une dépense.

expenses-saved = ✅ Enregistré
expenses-saved-late = ✅ Enregistré, avec un peu de retard : mes données sont de nouveau là
expenses-saved-difference = 📷 Sur la photo, { $field } : { $before }. J'ai pris ce que tu as dit : { $after }.
expenses-saved-addition = 📝 Repris de ce que tu as dit, { $field } : { $after }.
expenses-saved_together = ✅ { $saved } sur { $photos } enregistrées
expenses-saved_together-all = { $n ->
    [one] ✅ { $n } dépense enregistrée
   *[other] ✅ { $n } dépenses enregistrées
}
expenses-saved_together-asking = { $n ->
    [one] 💬 J'ai une question sur { $n } autre.
   *[other] 💬 J'ai des questions sur { $n } autres.
}
expenses-saved_together-total = 💰 Total : { $totals }
expenses-saved_together-undo = ↩️ « annule #{ $number } » en retire une.
expenses-corrected = 📝 Corrigé
expenses-change = { $field } : { $before } → { $after }
expenses-unchanged = 👌 C'est déjà ce qui est noté, donc rien n'a changé
expenses-deleted = 🧹 Retiré. Ça ne compte plus
expenses-deleted_together = { $n ->
    [one] 🧹 { $n } dépense retirée. Elle ne compte plus
   *[other] 🧹 { $n } dépenses retirées. Elles ne comptent plus
}
expenses-deleted_together-only = { $n ->
    [one] Il n'y en avait que { $n }.
   *[other] Il n'y en avait que { $n }.
}
expenses-deleted_together-most = { $n ->
   *[other] J'en retire { $n } à la fois ; redis-le pour en retirer d'autres.
}
expenses-deleted_together-restore = ↩️ « rétablis #{ $number } » en fait revenir une.
expenses-reverted = 🔁 Remis comme avant
expenses-restored = ✅ C'est revenu
expenses-storage_down = ⏳ Je n'ai pas accès à mes données en ce moment. Je garde ça et je l'enregistre dès que je peux
expenses-not_saved = ❗ Pas enregistré : { $reason }
expenses-not_saved-bare = ❗ Je n'ai pas pu enregistrer ça. C'est gardé en brouillon
expenses-kept = 📌 Gardé en brouillon. Tu peux le terminer quand tu veux
expenses-dropped = 👍 Abandonné. Rien n'a été enregistré
expenses-unreadable = 😕 { $reason }
expenses-unreadable-bare = 😕 Je n'arrive pas à lire ce fichier.
expenses-unreadable-instead = Tu peux aussi simplement l'écrire, comme « Starbucks 15,50 ».
