# Ce qui est dit à une requête HTTP qui n'obtient pas de réponse.

http-error-bad_request = Cette requête est incompréhensible.
http-error-bad_request-named = Cette requête est incompréhensible : regarde { $what }.
http-error-message-empty = Il n'y a rien dans ce message.
http-error-conversation_id_required = Indique la conversation : dans l'en-tête X-Conversation-ID, ou dans metadata.conversation_id.
    Open WebUI: ENABLE_FORWARD_USER_INFO_HEADERS=true
    LibreChat: headers: X-Conversation-ID: "{"{{"}LIBRECHAT_BODY_CONVERSATIONID{"}}"}"
http-error-unauthorized = Je ne sais pas qui tu es. Connecte-toi, s'il te plaît.
http-error-forbidden = Ce n'est pas autorisé d'ici.
http-error-tool_not_found = Je n'ai pas cet outil.
http-error-session_not_found = Je ne trouve pas cette conversation.
http-error-not_found = Il n'y a rien ici.
http-error-method_not_allowed = Ce n'est pas possible ici.
http-error-message_id_reused = Cet identifiant appartient à un autre message. Utilises-en un nouveau.
http-error-conversation_moved_on = La conversation a continué depuis. Seul son dernier message peut être renvoyé.
http-error-too_large = C'est trop gros.
http-error-too_large-named = C'est trop gros : { $limit } au plus.
http-error-unsupported_media = Je ne peux pas prendre ce type de contenu.
http-error-rate_limited = C'était trop rapide. Attends un instant et réessaie.
http-error-temporal-unreachable = Je ne suis pas joignable en ce moment, donc rien n'a été fait. Réessaie dans un instant.
http-error-storage-unavailable = Je n'ai pas accès à mes données en ce moment, donc rien n'a été fait. Réessaie dans un instant.
http-error-busy = Il y a trop d'envois en ce moment. Réessaie dans un instant.
http-error-voice-busy = Toutes les lignes sont occupées. Rappelle dans un instant, ou écris.
http-error-speech-empty = Je n'ai distingué aucun mot. Redis-le, ou écris-le.
http-error-speech-unavailable = Je ne peux pas écouter ici. Écris-le, s'il te plaît.
http-error-internal = Quelque chose n'a pas marché de mon côté. Réessaie.
http-error-model_not_found-named = Ce modèle n'existe pas ici : utilise { $what }.
http-error-not_done_yet = Ton message est bien arrivé et je m'en occupe encore. Renvoie-le pour avoir sa réponse.
