# Autour d'un appel. Ce qui s'y dit vient de son graphe.

service_calls-name = Dépannage
service_calls-visit = 📅 { $when }
service_calls-outcome-booked = Réservé
service_calls-outcome-noted = Noté, rien n'est encore réservé
service_calls-outcome-unconfirmed = Un collègue va le confirmer
service_calls-outcome-callback = Quelqu'un va rappeler
service_calls-outcome-no_contact = Terminé, sans numéro où rappeler
service_calls-outcome-abandoned = Interrompu
service_calls-outcome-cancelled = Annulé
service_calls-outcome-failed = Ça n'a pas marché

service_calls-call_ended = Ça t'a aidé ?
service_calls-call_ended-spoken = Appel terminé
service_calls-rated = 🙏 Merci !
service_calls-rated-down = 🙏 Merci de nous l'avoir dit. Nous allons voir ce qui n'a pas marché.
service_calls-cancelled = 👍 D'accord, appel terminé
service_calls-cancelled-tasks = { $n ->
    [one] L'intervention { $tasks } reste ouverte.
   *[other] Les interventions { $tasks } restent ouvertes.
}
service_calls-cancelled-not_booked = Rien n'est réservé.
service_calls-cancelled-unconfirmed = Quelque chose était encore en cours ; un collègue va vérifier.
service_calls-undone = { $n ->
    [one] ↩️ L'intervention { $tasks } est annulée, personne ne viendra.
   *[other] ↩️ Les interventions { $tasks } sont annulées, personne ne viendra.
}
service_calls-not_undone = { $n ->
    [one] ⏳ Je ne peux pas annuler l'intervention { $tasks } en ce moment. Réessaie dans un instant.
   *[other] ⏳ Je ne peux pas annuler les interventions { $tasks } en ce moment. Réessaie dans un instant.
}
service_calls-still_in_call = 📞 Nous sommes déjà en appel. /cancel y met fin
service_calls-photo_noted = 📷 Bien reçu. Je note la photo pour la visite.

service_calls-enter = 🔧 Je cherche quelqu'un pour venir voir ça ?
service_calls-about = Dis-moi ce qui est en panne, et je réserve une visite.
service_calls-invite = Dis-moi ce qu'il faut réparer.
service_calls-also = dépannage
service_calls-examples =
    mon évier fuit
    la climatisation ne refroidit plus
    Je dois déplacer mon rendez-vous
service_calls-help =
    🔧 « mon évier fuit » : je réserve quelqu'un qui vient
    📅 « plus tôt, c'est possible ? », « annule mon rendez-vous » : je change la visite
    /service commence un nouvel appel
service_calls-brief = 🔧 Dépannage : « mon évier fuit » · /service
service_calls-privacy = • Je conserve tes demandes de dépannage : ce qu'il te faut, ton nom, ton numéro et ce qui a été fait. L'entreprise conserve les interventions et les visites que tu as réservées.
service_calls-command-service = réserver une réparation ou une visite
service_calls-description = Dis-moi ce qui est en panne : je trouve la bonne personne, je réserve une visite et je te dis qui vient et quand.
service_calls-short_description = Je prends tes demandes de dépannage et je réserve les visites.
service_calls-erased-calls = { $n ->
    [one] { $n } appel de dépannage
   *[other] { $n } appels de dépannage
}
service_calls-erased-customers = { $n ->
    [one] { $n } fiche client dans l'entreprise
   *[other] { $n } fiches client dans l'entreprise
}

service_calls-field-customers_main_ask = ce dont tu as besoin
service_calls-field-customer_phone_number = ton numéro de téléphone
service_calls-field-customer_name = ton nom
service_calls-waits-need = ce dont tu as besoin
service_calls-waits-customers_main_ask = ce dont tu as besoin
service_calls-waits-customer_phone_number = ton numéro de téléphone
service_calls-waits-customer_name = ton nom
service_calls-waits-customer_email = ton adresse e-mail
service_calls-waits-time = si l'horaire te convient
service_calls-waits-choice = le service qu'il te faut
service_calls-waits-more = autre chose ou non
service_calls-help-customer_phone_number = 💡 Le technicien t'appelle à ce numéro en cas d'imprévu. Les chiffres suffisent, comme 555-0199. Tu peux aussi écrire « laisse tomber ».
service_calls-help-time = 💡 « Oui » réserve l'horaire que j'ai proposé. Sinon, donne-m'en un autre : « plutôt vendredi après-midi ».

service_calls-doing-load_graph = je te mets en relation
service_calls-doing-service_recognise = j'écoute
service_calls-doing-service_extract = je regarde ce qu'il te faut
service_calls-doing-service_navigate = je réfléchis
service_calls-doing-service_choose_tool = je réfléchis
service_calls-doing-service_match = je réfléchis
service_calls-doing-service_summarise = je réfléchis
service_calls-doing-service_say = je prépare ma réponse
service_calls-doing-service_word = je prépare ma réponse
service_calls-doing-record_call = je prends note
service_calls-doing-call_tool = je vérifie
service_calls-doing-setting_list = je parcours nos services
service_calls-doing-entity_list = je regarde tes demandes
service_calls-doing-customer_get = je cherche ta fiche
service_calls-doing-customer_create = je crée ta fiche
service_calls-doing-customer_update = je modifie ta fiche
service_calls-doing-task_create = je crée ton intervention
service_calls-doing-task_cancel = j'annule l'intervention
service_calls-doing-person_calendar_free = je cherche un créneau
service_calls-doing-person_calendar_book = je réserve la visite
service_calls-doing-call_hangup = je raccroche

service_calls-button-rate = Donner une note
service_calls-button-rate-up = 👍
service_calls-button-rate-down = 👎
service_calls-button-undo = Annuler
service_calls-button-choose = Celui-ci
service_calls-button-cancel_visit = Annuler { $task }
