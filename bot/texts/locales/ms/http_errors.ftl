# What a request over HTTP is told that gets no answer.

http-error-bad_request = Permintaan itu tidak dapat difahami.
http-error-bad_request-named = Permintaan itu tidak dapat difahami: semak { $what }.
http-error-message-empty = Mesej itu kosong.
http-error-conversation_id_required = Namakan perbualan itu: dalam pengepala X-Conversation-ID, atau dalam metadata.conversation_id.
    Open WebUI: ENABLE_FORWARD_USER_INFO_HEADERS=true
    LibreChat: headers: X-Conversation-ID: "{"{{"}LIBRECHAT_BODY_CONVERSATIONID{"}}"}"
http-error-unauthorized = Saya tidak tahu siapa anda. Sila log masuk.
http-error-forbidden = Itu tidak dibenarkan dari sini.
http-error-tool_not_found = Saya tiada alat sebegitu.
http-error-session_not_found = Saya tidak menjumpai perbualan itu.
http-error-not_found = Tiada apa-apa di sini.
http-error-method_not_allowed = Itu tidak boleh dibuat di sini.
http-error-message_id_reused = ID itu milik mesej lain. Sila gunakan yang baharu.
http-error-conversation_moved_on = Perbualan sudah diteruskan dari situ. Hanya mesej terakhir boleh dihantar semula.
http-error-too_large = Itu terlalu besar.
http-error-too_large-named = Itu terlalu besar: paling banyak { $limit }.
http-error-unsupported_media = Saya tidak boleh menerima kandungan jenis itu.
http-error-rate_limited = Itu terlalu cepat. Sila tunggu sebentar dan cuba lagi.
http-error-temporal-unreachable = Saya tidak dapat dihubungi sekarang, jadi tiada apa-apa dibuat. Sila cuba lagi sebentar lagi.
http-error-storage-unavailable = Saya tidak dapat mencapai rekod saya sekarang, jadi tiada apa-apa dibuat. Sila cuba lagi sebentar lagi.
http-error-busy = Terlalu banyak yang dihantar sekarang. Sila cuba sebentar lagi.
http-error-voice-busy = Semua talian sibuk. Sila telefon lagi sebentar lagi, atau taip.
http-error-speech-empty = Saya tidak dapat menangkap sebarang perkataan. Sila sebut sekali lagi, atau taip.
http-error-speech-unavailable = Saya tidak dapat mendengar di sini. Sila taip.
http-error-internal = Ada masalah di pihak saya. Sila cuba lagi.
http-error-model_not_found-named = Tiada model sebegitu di sini: gunakan { $what }.
http-error-not_done_yet = Mesej anda diterima dan masih diproses. Hantar sekali lagi untuk mendapat jawapannya.
