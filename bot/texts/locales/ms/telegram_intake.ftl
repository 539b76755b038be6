# What the bot says itself, about messages that never reach the conversation.

telegram-not_allowed = Hai! 👋 Saya pembantu peribadi dan hanya boleh berbual dengan orang yang dibenarkan oleh pemilik saya.
telegram-not_paired = Hai! 👋 Saya pembantu peribadi dan belum dipasangkan dengan sesiapa. Kalau awak yang menyediakan saya, hantar kod pasangan yang dipaparkan semasa saya dimulakan.
telegram-paired = 🔑 Kod itu betul. Sekarang saya pembantu awak.
telegram-wrong_code = Kod itu tidak betul. Sila semak dan hantar sekali lagi.
telegram-too_many_tries = Sudah terlalu banyak percubaan. Sila tunggu sejam, kemudian hantar kod itu sekali lagi.
telegram-slow_down = 🐢 Banyaknya sekali gus! Tiada yang hilang: saya terima { $limit } mesej seminit, dan yang lain menyusul sendiri. Tidak perlu hantar semula.
telegram-too_much = ✋ Sudah terlalu banyak yang menunggu, jadi mesej ini dan yang dihantar sejurus selepasnya tidak dapat saya terima. Sila hantar semula dalam beberapa minit.
telegram-outage = ⏳ Ada masalah menerima mesej sekarang. Mesej awak tidak hilang: saya akan uruskan secepat mungkin, tidak perlu hantar semula.
telegram-defect = 😕 Saya tidak dapat mengurus mesej itu. Boleh hantar dengan cara lain?
telegram-shared_on = 👥 Kumpulan ini sekarang berkongsi satu senarai: apa yang dihantar oleh sesiapa di sini masuk ke dalamnya, dan semua orang di sini boleh melihat dan mengubahnya.
telegram-shared_off = 👤 Mulai sekarang setiap orang di sini ada senarai sendiri semula. Apa yang sudah dikongsi kekal dengan kumpulan.
telegram-shared_unavailable = 🕐 Saya tidak dapat mengubahnya sekarang: rekod saya tidak dapat dibuka. Sila cuba lagi dalam beberapa minit.
telegram-shared_not_admin = Hanya pentadbir kumpulan ini boleh mengubahnya.
telegram-shared_no_group = Itu hanya untuk kumpulan: /shared on memberi kumpulan satu senarai bersama.
telegram-shared_is_on = 👥 Kumpulan ini berkongsi satu senarai. Pentadbir boleh mengubahnya dengan /shared off.
telegram-shared_is_off = 👤 Setiap orang di sini ada senarai sendiri. Pentadbir boleh mengubahnya dengan /shared on.
telegram-erase_not_admin = Hanya pentadbir kumpulan ini boleh memadam apa yang dikongsi.
