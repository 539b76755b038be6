# What a call says by itself.

http-voice-waiting = Sekejap ya.
http-voice-still_there = Anda masih di talian?
http-voice-goodbye_silence = Saya tidak mendengar apa-apa, jadi saya letakkan telefon sekarang. Selamat tinggal.
http-voice-goodbye_limit = Panggilan ini telah mencapai tempoh paling lama, jadi saya letakkan telefon sekarang. Anda boleh menelefon lagi atau menulis kepada saya. Selamat tinggal.
http-voice-unheard = Saya tidak dapat mendengar anda dengan jelas. Anda juga boleh menaip, atau menggunakan kekunci.
http-voice-not_taken = Saya tidak dapat menerimanya tadi. Sila sebut sekali lagi sebentar nanti.
http-voice-not_this_language = Saya tidak dapat memahami pertuturan dalam bahasa anda di sini. Sila taip, atau gunakan kekunci.
http-voice-numbers = Saya dengar { $numbers }.
