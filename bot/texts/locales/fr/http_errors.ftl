# Ce qui est dit à une requête HTTP qui n'obtient pas de réponse.

http-error-bad_request = Cette requête n'est pas valable.
http-error-bad_request-named = Cette requête n'est pas valable : regarde { $what }.
http-error-message-empty = Ce message est vide.
http-error-conversation_id_required = Indique la conversation : dans l'en-tête X-Conversation-ID, ou dans metadata.conversation_id.
    Open WebUI: ENABLE_FORWARD_USER_INFO_HEADERS=true
    LibreChat: headers: X-Conversation-ID: "{"{{"}LIBRECHAT_BODY_CONVERSATIONID{"}}"}"
http-error-unauthorized = Je ne sais pas qui tu es. Connecte-toi, s'il te plaît.
http-error-forbidden = Ce n'est pas permis ici.
http-error-tool_not_found = Je n'ai pas cet outil.
http-error-session_not_found = Je ne trouve pas cette conversation.
http-error-not_found = Il n'y a rien ici.
http-error-method_not_allowed = Ce n'est pas possible ici.
http-error-message_id_reused = Cet identifiant appartient à un autre message. Utilises-en un nouveau.
http-error-conversation_moved_on = La conversation a continué depuis. Seul son dernier message peut être renvoyé.
http-error-too_large = C'est trop volumineux.
http-error-too_large-named = C'est trop volumineux : { $limit } au plus.
http-error-unsupported_media = Je n'accepte pas ce type de contenu.
http-error-rate_limited = C'était trop rapide. Attends un instant, puis réessaie.
http-error-rate_limited-named = { $limit } messages par minute au plus, s'il te plaît.
http-error-temporal-unreachable = Je ne suis pas joignable pour l'instant, rien n'a été fait. Réessaie dans un instant.
http-error-storage-unavailable = Je n'ai pas accès à mes données pour l'instant, rien n'a été fait. Réessaie dans un instant.
http-error-busy = Je reçois trop de messages à la fois. Réessaie dans un instant.
http-error-voice-busy = Toutes les lignes sont occupées. Rappelle dans un instant, ou écris.
http-error-speech-empty = Je n'ai pas compris un seul mot. Redis-le, ou écris-le.
http-error-speech-unavailable = Ici, je ne peux pas écouter. Écris-le, s'il te plaît.
http-error-internal = Quelque chose n'a pas marché de mon côté. Réessaie.
http-error-model_not_found-named = Ce modèle n'existe pas ici : utilise { $what }.
http-error-not_done_yet = Ton message est bien arrivé, j'y travaille encore. Renvoie-le pour avoir la réponse.
http-error-consent-outdated = Ce n'est pas le texte actuel. Montre l'actuel à la personne et redemande.
