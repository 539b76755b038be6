# What a request over HTTP is told that gets no answer.

http-error-bad_request = Permintaan itu tidak sah.
http-error-bad_request-named = Permintaan itu tidak sah: semak { $what }.
http-error-message-empty = Mesej itu kosong.
http-error-conversation_id_required = Nyatakan perbualannya: dalam pengepala X-Conversation-ID, atau dalam metadata.conversation_id.
    Open WebUI: ENABLE_FORWARD_USER_INFO_HEADERS=true
    LibreChat: headers: X-Conversation-ID: "{"{{"}LIBRECHAT_BODY_CONVERSATIONID{"}}"}"
http-error-unauthorized = Saya tidak tahu siapa awak. Sila log masuk.
http-error-forbidden = Itu tidak dibenarkan dari sini.
http-error-tool_not_found = Saya tiada alat itu.
http-error-session_not_found = Saya tidak jumpa perbualan itu.
http-error-not_found = Tiada apa-apa di sini.
http-error-method_not_allowed = Itu tidak boleh dibuat di sini.
http-error-message_id_reused = ID itu milik mesej lain. Sila gunakan yang baharu.
http-error-conversation_moved_on = Perbualan sudah berterusan dari situ. Hanya mesej terakhir boleh dihantar semula.
http-error-too_large = Itu terlalu besar.
http-error-too_large-named = Itu terlalu besar: paling banyak { $limit }.
http-error-unsupported_media = Saya tidak boleh menerima kandungan jenis itu.
http-error-rate_limited = Terlalu cepat. Tunggu sebentar dan cuba lagi.
http-error-rate_limited-named = Paling banyak { $limit } mesej seminit.
http-error-temporal-unreachable = Saya tidak dapat dihubungi sekarang, jadi tiada apa yang dibuat. Sila cuba sebentar lagi.
http-error-storage-unavailable = Saya tidak dapat membuka rekod saya sekarang, jadi tiada apa yang dibuat. Sila cuba sebentar lagi.
http-error-busy = Terlalu banyak mesej dihantar sekarang. Sila cuba sebentar lagi.
http-error-voice-busy = Semua talian sibuk. Sila telefon lagi sebentar nanti, atau taip.
http-error-speech-empty = Saya tidak dapat dengar apa-apa perkataan. Sila sebut semula, atau taip.
http-error-speech-unavailable = Saya tidak dapat mendengar di sini. Sila taip.
http-error-internal = Ada masalah di pihak saya. Sila cuba lagi.
http-error-model_not_found-named = Tiada model itu di sini: guna { $what }.
http-error-not_done_yet = Mesej awak diterima dan masih diproses. Hantar sekali lagi untuk mendapat jawapannya.
http-error-consent-outdated = Itu bukan teks yang terkini. Tunjukkan teks yang terkini dan tanya semula.
