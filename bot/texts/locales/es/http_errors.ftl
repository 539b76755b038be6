# Lo que se le dice a una petición por HTTP que se queda sin respuesta.

http-error-bad_request = No entiendo esa petición.
http-error-bad_request-named = No entiendo esa petición: revisa { $what }.
http-error-message-empty = Ese mensaje no contiene nada.
http-error-conversation_id_required = Indica la conversación: en la cabecera X-Conversation-ID o en metadata.conversation_id.
    Open WebUI: ENABLE_FORWARD_USER_INFO_HEADERS=true
    LibreChat: headers: X-Conversation-ID: "{"{{"}LIBRECHAT_BODY_CONVERSATIONID{"}}"}"
http-error-unauthorized = No sé quién eres. Inicia sesión.
http-error-forbidden = Eso no está permitido desde aquí.
http-error-tool_not_found = No tengo esa herramienta.
http-error-session_not_found = No encuentro esa conversación.
http-error-not_found = Aquí no hay nada.
http-error-method_not_allowed = Eso no se puede hacer aquí.
http-error-message_id_reused = Ese identificador pertenece a otro mensaje. Usa uno nuevo.
http-error-conversation_moved_on = La conversación ya ha seguido. Solo se puede volver a enviar el último mensaje.
http-error-too_large = Es demasiado grande.
http-error-too_large-named = Es demasiado grande: como máximo { $limit }.
http-error-unsupported_media = No puedo recibir ese tipo de contenido.
http-error-rate_limited = Vas demasiado rápido. Espera un momento e inténtalo de nuevo.
http-error-rate_limited-named = Como máximo { $limit } mensajes por minuto, por favor.
http-error-temporal-unreachable = Ahora mismo no estoy disponible, así que no se ha hecho nada. Inténtalo de nuevo en un momento.
http-error-storage-unavailable = Ahora mismo no puedo acceder a tus datos, así que no se ha hecho nada. Inténtalo de nuevo en un momento.
http-error-busy = Ahora mismo llegan demasiados mensajes. Inténtalo de nuevo en un momento.
http-error-voice-busy = Todas las líneas están ocupadas. Vuelve a llamar en un momento, o escribe.
http-error-speech-empty = No he distinguido ninguna palabra. Dilo otra vez o escríbelo.
http-error-speech-unavailable = Aquí no puedo escuchar. Mejor escríbelo.
http-error-internal = Algo ha fallado por mi parte. Inténtalo de nuevo.
http-error-model_not_found-named = Ese modelo no existe aquí: usa { $what }.
http-error-not_done_yet = Tu mensaje ha llegado y aún estoy en ello. Envíalo otra vez para recibir la respuesta.
http-error-consent-outdated = Ese no es el texto actual. Muestra a la persona el actual y vuelve a preguntar.
