# What a call says by itself.

http-voice-waiting = Sekejap ya.
http-voice-still_there = Helo, masih di talian?
http-voice-goodbye_silence = Saya tidak dengar apa-apa, jadi saya letak telefon dahulu. Selamat tinggal.
http-voice-goodbye_limit = Panggilan ini sudah sampai had masanya, jadi saya letak telefon dahulu. Awak boleh telefon lagi atau tulis kepada saya. Selamat tinggal.
http-voice-goodbye_unanswered = Maaf, saya tidak dapat menjawab sekarang. Sila telefon semula sebentar lagi. Selamat tinggal.
http-voice-unheard = Suara awak kurang jelas. Sila sebut sekali lagi, atau guna pad kekunci.
http-voice-not_taken = Maaf, saya tidak dapat terima yang tadi. Sila sebut semula sebentar lagi.
http-voice-not_this_language = Di sini saya tidak faham pertuturan dalam bahasa awak. Sila taip, atau guna pad kekunci.
http-voice-numbers = Saya dengar { $numbers }.
