# Ce qu'un client apprend d'un ticket.

support-type-billing = Facturation
support-type-technical = Technique
support-type-general = Général
support-urgency-critical = critique
support-urgency-high = urgent
support-team-billing = L'équipe facturation
support-team-technical = L'équipe technique
support-team-general = L'équipe support
support-team-none = L'équipe support
support-hands-team = { $who } te répond au plus tard : { $at }.
support-hands-team-soon = { $who } te répond dès que possible.
support-hands-person = { $who } s'en occupe et te répond au plus tard : { $at }.
support-hands-person-soon = { $who } s'en occupe et te répond dès que possible.
support-quote = « { $subject } »
support-passed = 🎫 Transmis : { $ticket }. { $who }
support-passed-bare = 🎫 Transmis. { $who }
support-status-waiting_customer = En attente de ta réponse
support-status-solved = Résolu
support-status-closed = Fermé
support-status-withdrawn = Retiré
support-from_help = Dans notre aide : « { $title } ». { $text }
support-source = (Source : { $sources })
support-other_language = ℹ️ Nous n'avons cet article qu'en { $language }.
support-ask_detail = ❓ Tu peux m'en dire un peu plus ?
support-ask_detail-invoice = ❓ De quelle facture ou de quel débit s'agit-il ?
support-ask_detail-device = ❓ Quel appareil et quelle version utilises-tu ?
support-ask_detail-error_message = ❓ Que dit exactement le message d'erreur ?
support-joined = ➕ Ajouté à { $ticket }.
support-human_words = { $author } ({ $signature }) : { $text }
support-translated = 🌐 traduit
support-edited = ✏️ modifié
support-told = 🎫 { $ticket } a changé.
support-told-claimed = 👤 { $name } s'occupe maintenant de { $ticket }.
support-told-claimed-due = 👤 { $name } s'occupe maintenant de { $ticket } et te répond au plus tard : { $at }.
support-told-claimed-nobody = 👤 Quelqu'un de notre équipe s'occupe maintenant de { $ticket }.
support-told-handed_back = 🤖 Je reprends { $ticket }. Dis-le-moi si tu veux parler à une personne.
support-told-waiting = ⏳ Nous attendons ta réponse pour { $ticket }.
support-told-reminder = 🔔 Nous attendons toujours ta réponse pour { $ticket }. Sans elle, ce sera fermé demain.
support-told-closed = ✅ { $ticket } est fermé. Pas résolu ? Écris-nous à nouveau.
support-told-reopened = 🔁 { $ticket } est rouvert.
support-told-merged = 🔗 J'ai réuni { $ticket } et { $into }. Tu recevras une seule réponse pour les deux.
support-told-withdrawn = 👌 { $ticket } est retiré.
support-told-urgency = ⏫ L'urgence de { $ticket } a changé.
support-told-late = 🙏 Désolé, { $ticket } prend plus de temps que promis. L'équipe est prévenue.
support-told-solved = ✅ { $ticket } est résolu. Sinon, écris-nous à nouveau.
support-told-kept = 👌 { $ticket } reste ouvert.
support-told-kept_note = 👌 Noté dans { $ticket }.
support-ask_withdraw = ❓ Retirer { $ticket } ? Plus personne ne s'en occupera.
support-ask_rating = ⭐ Comment s'est passée l'aide pour { $ticket }, de 1 à 5 ? Réponds ici pour ajouter un mot, comme « 4 rapide ».
support-rated = { $stars } Merci !
support-rated-low = { $stars } Merci, l'équipe le verra.
support-tickets = 🎫 Tes tickets :
support-tickets-none = 🎫 Tu n'as pas de ticket ouvert. Dis-moi ce qui ne va pas, ou pose une question.
support-unknown = 🤔 Je ne trouve pas de ticket « { $named } » à toi.
support-too_many = 🎫 Tu ne peux pas avoir plus de tickets ouverts. Réponds à l'un d'eux, ou marques-en un comme résolu :

support-ask_to_pass = { $question } « { $quote } »
support-not_passed = 👌 D'accord, je ne l'ai pas transmis.
support-enter = ❓ Je transmets ça à notre équipe support ?
support-about = Je réponds aux questions sur notre service et je transmets les problèmes à notre équipe.
support-invite = Dis-moi ce qui ne va pas avec notre service.
support-also = assistance
support-examples =
    Comment réinitialiser mon mot de passe ?
    J'ai été débité deux fois
    🎫 Mes tickets | /tickets
support-help =
    ❓ « Comment réinitialiser mon mot de passe ? » : je cherche
    🎫 « j'ai été débité deux fois » : je le transmets à notre équipe
    /tickets tes tickets · /human parler à une personne · /support une question ou un problème
support-brief = 🎫 Assistance : « j'ai été débité deux fois » · /support /tickets /human
support-privacy = Les tickets avec ce qui s'y est dit, jusqu'à ce que tu fasses supprimer tes données.
support-command-support = signaler un problème ou poser une question
support-command-tickets = tes tickets ouverts
support-command-human = parler à une personne
support-button-solved = Résolu
support-button-not_solved = Pas résolu
support-button-person = Une personne
support-button-withdraw = Retirer
support-button-keep = Le garder
support-button-not_this_one = Pas celui-ci
support-button-rate = Noter
support-button-original = Original
support-doing-supervisor = compréhension de ton problème
support-doing-billing = vérification de la facturation
support-doing-technical = vérification technique
support-doing-general = recherche d'une réponse
support-doing-escalate = recherche d'une personne
support-doing-save = enregistrement du ticket
support-doing-pass = transmission à une personne
support-doing-desk = consultation de tes tickets
