# Ce que l'équipe lit d'un ticket.

support-staff-type-billing = facturation
support-staff-type-technical = technique
support-staff-type-general = général
support-staff-urgency-critical = critique
support-staff-urgency-high = élevée
support-staff-urgency-medium = moyenne
support-staff-urgency-low = faible
support-staff-status-active = le bot continue
support-staff-status-open = ouvert
support-staff-status-waiting_customer = attend le client
support-staff-status-solved = résolu
support-staff-status-closed = fermé
support-staff-status-withdrawn = retiré
support-staff-flag-unknown_customer = ❓ Personne ne connaît ce client : traité comme un client gratuit
support-staff-flag-lookup_failed = ⚠️ Impossible de retrouver le client ; nouvel essai à la prise en charge
support-staff-flag-reopened = 🔁 Rouvert
support-staff-flag-linked = 🔗 Fait suite à un ticket précédent
support-staff-flag-by_rules = 🧰 Évalué par des règles, sans modèle
support-staff-why = ⚖️ { $why }
support-staff-suggested = 💡 Suggestion : { $text }
support-staff-opened = 🕐 Depuis : { $at }
support-staff-first_due = ⏰ Première réponse au plus tard : { $at }
support-staff-resolve_due = 🏁 Résolution au plus tard : { $at }
support-staff-has_it = 🙋 { $name } s'en occupe
support-staff-nobody = 🙋 Personne ne s'en occupe encore
support-staff-file-image = 🖼 Avec une image
support-staff-file-pdf = 📄 Avec un PDF
support-staff-file-audio = 🎧 Avec un enregistrement
support-staff-file-other = 📎 Avec un fichier
support-staff-original = 🌐 { $language } : { $text }
support-staff-reads = 🌐 Le client lit : { $text }
support-staff-untranslated = 🌐 Impossible à traduire : ça part tel quel
support-staff_said-edited = ✏️ Modifié :
support-staff_bot = 🤖 { $text }
support-staff_did-solved = ✅ Le client dit : résolu
support-staff_did-not_solved = 👎 Le client dit : pas résolu
support-staff_did-wants_person = 🙋 Le client demande une personne
support-staff_did-withdrawn = 🗑 Le client a retiré le ticket
support-staff_held = { $n ->
    [one] ⏳ { $author } : part dans { $n } seconde
   *[other] ⏳ { $author } : part dans { $n } secondes
}
support-staff_sent-sent = ✅ { $author } : remis
support-staff_sent-waits = 📤 { $author } : en route
support-staff_sent-undone = ↩️ { $author } : annulé, pas envoyé
support-staff_sent-failed = ⚠️ { $author } : pas remis. Le ticket reste ouvert
support-staff_sent-file = ⚠️ { $author } : pas envoyé, le fichier n'est pas utilisable. Images et PDF jusqu'à 20 Mo le sont
support-staff_sent-gone = ⚠️ { $author } : pas remis, le client a bloqué le bot. Le ticket reste ouvert
support-staff_note = 📝 Note par { $author }
support-staff_note-held = 📝 Note par { $author } ; { $name } s'occupe de ce ticket
support-staff_changed-claimed = 🙋 { $by } s'en occupe maintenant
support-staff_changed-taken_over = 🙋 { $by } a pris le relais
support-staff_changed-assigned = 🙋 { $value } s'en occupe maintenant, dit { $by }
support-staff_changed-urgency = ⚖️ L'urgence est maintenant { $value }, dit { $by }
support-staff_changed-urgency-by_itself = ⚖️ L'urgence est maintenant { $value }
support-staff_changed-waiting = ⏸ { $by } attend le client
support-staff_changed-back = 🤖 { $by } l'a rendu au bot
support-staff_changed-closed = 🔒 { $by } l'a fermé
support-staff_changed-closed-by_itself = 🔒 Fermé
support-staff_changed-reopened = 🔁 { $by } l'a rouvert
support-staff_changed-reopened-by_itself = 🔁 Rouvert par le client
support-staff_changed-returned = ↩️ Trop longtemps sans réponse : de retour dans la file
support-staff_changed-left = ↩️ { $by } n'est plus là : de retour dans la file
support-staff_changed-reminded = 🔔 Le client a reçu un rappel
support-staff_changed-closed_unanswered = 🔒 Fermé : le client n'a pas répondu
support-staff_changed-merged = 🔗 { $by } l'a fusionné : il continue dans { $value }
support-staff_changed-merged_from = 🔗 { $by } a fusionné { $value } avec ce ticket
support-staff_clock-first-warned = { $ticket } : première réponse attendue au plus tard : { $at }
support-staff_clock-first-breached = { $ticket } : la première réponse est en retard, c'était au plus tard : { $at }
support-staff_clock-resolution-warned = { $ticket } : résolution attendue au plus tard : { $at }
support-staff_clock-resolution-breached = { $ticket } : la résolution est en retard, c'était au plus tard : { $at }
support-staff_clock-silence-warned = { $ticket } : pris en charge mais silencieux ; retour dans la file : { $at }
support-staff_clock-silence-breached = { $ticket } : pris en charge mais silencieux trop longtemps ; de retour dans la file
support-staff_clock-again = { $n ->
    [one] Déjà dit une fois
   *[other] Déjà dit { $n } fois
}
support-staff_rating = { $stars } { $ticket } : noté { $score } sur 5
support-staff_choose-urgency = ⚖️ Quelle urgence ?
support-staff_choose-assign = 🙋 À qui le confier ?

# Réponses courtes à un bouton ou à un texte ; 200 caractères au plus.
support-staff_answer-done = 👌 C'est fait
support-staff_answer-done-claim = 👌 Il est à toi
support-staff_answer-done-undo = ↩️ Pas envoyé
support-staff_answer-done-merge = 🔗 Fusion avec { $value }
support-staff_answer-taken = 🙋 { $name } s'en occupe
support-staff_answer-not_yours = 🙋 { $name } s'en occupe. Prends d'abord le relais.
support-staff_answer-closed = 🔒 Ce ticket est fermé. Rien n'a changé.
support-staff_answer-not_closed = 🤷 Ce ticket n'est pas fermé. Rien n'a changé.
support-staff_answer-too_late = ⌛ Trop tard : c'est déjà envoyé.
support-staff_answer-unknown = 🤷 Ce n'est pas possible ici. Rien n'a changé.
support-staff_answer-no_suggestion = 🤷 Il n'y a pas de réponse suggérée.
support-staff_answer-nobody = 🙋 Personne ne s'en occupe encore. Prends-le d'abord en charge.
support-staff_answer-choose = 👇 Choisis ci-dessous
support-staff_answer-empty = ✍️ Il n'y a rien à envoyer là-dedans.
support-staff_answer-forgotten = 🗑 Ce ticket a été supprimé.
support-staff_answer-already = 👌 C'est déjà le cas.
support-staff_answer-merged = 🔗 Ce ticket continue dans { $value }. Écris là-bas.
support-staff_answer-merge_which = 🔗 Avec quel ticket ? Écris /merge TKT-…
support-staff_answer-merge_same = 🤷 { $value } est ce ticket lui-même.
support-staff_answer-merge_unknown = 🤷 Il n'y a pas de ticket { $value }.
support-staff_answer-merge_other_customer = 🤷 { $value } est à un autre client. Seuls les tickets d'un même client peuvent être fusionnés.
support-staff_answer-merge_other_person = 🤷 { $value } est à une autre personne, qui ne recevrait pas la réponse.
support-staff_answer-merge_over = 🔒 { $value } est terminé. Rouvre-le d'abord.

# Les boutons.
support-staff-button-claim = 🙋 Prendre en charge
support-staff-button-take_over = 🙋 Prendre le relais
support-staff-button-assign = 👥 Confier à
support-staff-button-urgency = ⚖️ Urgence
support-staff-button-urgency-critical = 🔴 critique
support-staff-button-urgency-high = 🟠 élevée
support-staff-button-urgency-medium = 🟡 moyenne
support-staff-button-urgency-low = 🟢 faible
support-staff-button-suggestion = 💡 Envoyer la suggestion
support-staff-button-wait = ⏸ En attente
support-staff-button-back = 🤖 Rendre au bot
support-staff-button-close = 🔒 Fermer
support-staff-button-reopen = 🔁 Rouvrir
support-staff-button-undo = ↩️ Annuler
