# Ce qu'un client apprend d'un ticket.

support-type-billing = Facturation
support-type-technical = Technique
support-type-general = Général
support-urgency-critical = critique
support-urgency-high = urgent
support-team-billing = Le service facturation
support-team-technical = Le service technique
support-team-general = Le service client
support-team-none = Le service client
support-hands-team = { $who } te répond d'ici { $at }.
support-hands-team-soon = { $who } te répond dès que possible.
support-hands-person = { $who } s'en occupe et te répond d'ici { $at }.
support-hands-person-soon = { $who } s'en occupe et te répond dès que possible.
support-quote = « { $subject } »
support-passed = 🎫 Transmis : { $ticket }. { $who }
support-passed-bare = 🎫 Transmis. { $who }
support-status-waiting_customer = En attente de ta réponse
support-status-solved = Résolu
support-status-closed = Fermé
support-status-withdrawn = Retiré
support-from_help = Dans notre aide : « { $title } ». { $text }
support-source = (Dans notre aide : { $titles })
support-other_language = ℹ️ Cet article n'existe qu'en { $language }.
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
support-told-claimed-due = 👤 { $name } s'occupe maintenant de { $ticket } et te répond d'ici { $at }.
support-told-claimed-nobody = 👤 Quelqu'un de notre équipe s'occupe maintenant de { $ticket }.
support-told-handed_back = 🤖 Je reprends { $ticket }. Si tu veux parler à quelqu'un, dis-le-moi.
support-told-waiting = ⏳ Nous attendons ta réponse pour { $ticket }.
support-told-reminder = 🔔 Nous attendons toujours ta réponse pour { $ticket }. Sans réponse, il sera fermé demain.
support-told-closed = ✅ { $ticket } est fermé. Si ce n'est pas résolu, écris-nous à nouveau.
support-told-reopened = 🔁 { $ticket } est rouvert.
support-told-merged = 🔗 J'ai réuni { $ticket } et { $into }. Tu recevras une seule réponse pour les deux.
support-told-withdrawn = 👌 { $ticket } est retiré.
support-told-urgency = ⏫ L'urgence de { $ticket } a changé.
support-told-late = 🙏 Désolé, { $ticket } prend plus de temps que promis. J'ai prévenu l'équipe.
support-told-solved = ✅ { $ticket } est résolu. Si ce n'est pas le cas, écris-nous à nouveau.
support-told-kept = 👌 { $ticket } reste ouvert.
support-told-kept_note = 👌 C'est noté dans { $ticket }.
support-ask_withdraw = ❓ Retirer { $ticket } ? Plus personne ne s'en occupera.
support-ask_withdraw-cancelled = 👌 Il n'y a rien à annuler. « Retirer » retire { $ticket }.
support-ask_rating = ⭐ Es-tu satisfait de notre aide pour { $ticket }, de 1 à 5 ?
support-rated = { $stars } Merci !
support-rated-low = { $stars } Merci, l'équipe va le lire.
support-tickets = 🎫 Tes tickets :
support-tickets-none = 🎫 Tu n'as pas de ticket ouvert. Dis-moi ce qui ne va pas, ou pose-moi une question.
support-unknown = 🤔 Je ne trouve pas de ticket « { $named } » à ton nom.
support-too_many = 🎫 Tu as trop de tickets ouverts pour en ajouter un. Réponds à l'un d'eux, ou marque-le comme résolu :

support-ask_to_pass = { $question } « { $quote } »
support-ask_to_pass-nothing = 🔎 Notre aide ne dit rien sur « { $quote } ».
support-ask_to_pass-all = ❓ Je transmets le tout à notre service client ?
support-not_passed = 👌 D'accord, je ne l'ai pas transmis.
support-enter = ❓ Je transmets ça à notre service client ?
support-about = Je réponds aux questions sur notre service et je transmets les problèmes à notre équipe.
support-invite = Dis-moi ce qui ne va pas avec notre service.
support-also = service client
support-examples =
    Comment réinitialiser mon mot de passe ?
    J'ai été débité deux fois
    🎫 Mes tickets | /tickets
support-help =
    ❓ « Comment réinitialiser mon mot de passe ? » : je cherche
    🎫 « j'ai été débité deux fois » : je le transmets à notre équipe
    /tickets tes tickets · /human parler à quelqu'un · /support une question ou un problème
support-brief = 🎫 Service client : « j'ai été débité deux fois » · /support /tickets /human
support-privacy = • Je conserve tes tickets et ce qui s'y est dit, jusqu'à ce que tu fasses supprimer tes données.
support-command-support = signaler un problème ou poser une question
support-command-tickets = tes tickets ouverts
support-command-human = parler à quelqu'un
support-button-solved = Résolu
support-button-not_solved = Pas résolu
support-button-person = Parler à quelqu'un
support-button-withdraw = Retirer
support-button-withdraw_now = Retirer
support-button-keep = Le garder
support-button-not_this_one = Pas celui-ci
support-button-rate = Donner une note
support-button-original = Original
support-doing-supervisor = je regarde ton problème
support-doing-billing = je regarde la facturation
support-doing-technical = je regarde le côté technique
support-doing-general = je cherche une réponse
support-doing-escalate = je cherche quelqu'un
support-doing-save = j'enregistre le ticket
support-doing-pass = je transmets à l'équipe
support-doing-desk = je regarde tes tickets
