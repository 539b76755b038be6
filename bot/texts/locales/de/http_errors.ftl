# What a request over HTTP is told that gets no answer.

http-error-bad_request = Diese Anfrage ist ungültig.
http-error-bad_request-named = Diese Anfrage ist ungültig: bitte { $what } prüfen.
http-error-message-empty = In dieser Nachricht steht nichts.
http-error-conversation_id_required = Gib an, um welches Gespräch es geht: im Header X-Conversation-ID oder in metadata.conversation_id.
    Open WebUI: ENABLE_FORWARD_USER_INFO_HEADERS=true
    LibreChat: headers: X-Conversation-ID: "{"{{"}LIBRECHAT_BODY_CONVERSATIONID{"}}"}"
http-error-unauthorized = Ich weiß nicht, wer du bist. Bitte melde dich an.
http-error-forbidden = Das ist von hier aus nicht erlaubt.
http-error-tool_not_found = So ein Werkzeug habe ich nicht.
http-error-session_not_found = Ich finde dieses Gespräch nicht.
http-error-not_found = Hier ist nichts.
http-error-method_not_allowed = Das geht hier nicht.
http-error-message_id_reused = Diese Kennung gehört zu einer anderen Nachricht. Bitte nimm eine neue.
http-error-conversation_moved_on = Das Gespräch ist schon weitergegangen. Nur die letzte Nachricht lässt sich noch einmal senden.
http-error-too_large = Das ist zu groß.
http-error-too_large-named = Das ist zu groß: höchstens { $limit }.
http-error-unsupported_media = Mit dieser Art von Inhalt kann ich nichts anfangen.
http-error-rate_limited = Das war zu schnell. Bitte warte einen Moment und versuch es noch einmal.
http-error-rate_limited-named = Bitte höchstens { $limit } Nachrichten pro Minute.
http-error-temporal-unreachable = Ich bin gerade nicht erreichbar, deshalb ist nichts passiert. Bitte versuch es gleich noch einmal.
http-error-storage-unavailable = Ich komme gerade nicht an meine Daten, deshalb ist nichts passiert. Bitte versuch es gleich noch einmal.
http-error-busy = Gerade wird zu viel gesendet. Bitte versuch es gleich noch einmal.
http-error-voice-busy = Alle Leitungen sind belegt. Bitte ruf gleich noch einmal an oder schreib mir.
http-error-speech-empty = Darin konnte ich nichts verstehen. Bitte sag es noch einmal oder tippe es.
http-error-speech-unavailable = Ich kann hier nicht zuhören. Bitte tippe es.
http-error-internal = Bei mir ist etwas schiefgegangen. Bitte versuch es noch einmal.
http-error-model_not_found-named = Dieses Modell gibt es hier nicht: nimm { $what }.
http-error-not_done_yet = Deine Nachricht ist angekommen und noch in Arbeit. Sende sie noch einmal, um die Antwort zu bekommen.
http-error-consent-outdated = Das ist nicht der aktuelle Text. Zeig der Person den aktuellen und frag noch einmal.
