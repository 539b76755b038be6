# Currency, language, time zone, privacy, and deleting everything.

button-prefer = Yang ini
button-prefer_back = ↩️ Kembali ke { $value }
button-erase = 🗑️ Padam semuanya
button-keep_data = Simpan sahaja

conversation-preference = 👍 Baik.
conversation-preference-same = 👌 Memang sudah { $after }.
conversation-preference-currency = 💱 Jumlah tanpa mata wang sekarang dikira dalam { $after }. Sebelum ini: { $before }.
conversation-preference-currency-kept = Yang awak beritahu sebelum ini kekal dalam mata wang asal; jumlah ditunjukkan ikut mata wang.
conversation-preference-language = 🗣️ Sekarang kita guna bahasa { $after }. Sebelum ini: { $before }.
conversation-preference-timezone = 🕐 Zon waktu awak sekarang { $after }, pukul { $time } di sana. Sebelum ini: { $before }.

conversation-ask_preference = ⚙️ Awak boleh tetapkan /currency, /language dan /timezone.
conversation-ask_preference-currency = 💱 Kalau awak tidak sebut mata wang, saya guna yang mana? Sekarang { $current }.
conversation-ask_preference-currency-refused = 🤔 Saya tidak kenal mata wang “{ $refused }”. Guna kod tiga huruf, seperti MYR atau EUR.
conversation-ask_preference-currency-example = Pilih satu, atau taip yang lain: “/currency USD”.
conversation-ask_preference-currency-offered = 💱 Nak saya kira dalam { $offered }?
conversation-ask_preference-language = 🗣️ Kita guna bahasa apa? Sekarang { $current }.
conversation-ask_preference-language-refused = 🤔 Maaf, saya tidak tahu bahasa “{ $refused }”.
conversation-ask_preference-language-example = Pilih satu. Untuk cara lain menulis nombor dan tarikh, sebut negaranya juga: “/language en_GB”.
conversation-ask_preference-language-offered = 🗣️ Awak menulis dalam bahasa Melayu. Nak saya jawab dalam bahasa Melayu juga?
conversation-ask_preference-timezone = 🕐 Awak di zon waktu mana? Sekarang { $current }.
conversation-ask_preference-timezone-refused = 🤔 Saya tidak kenal zon waktu “{ $refused }”.
conversation-ask_preference-timezone-example = Pilih satu, atau taip nama bandar atau zon: “/timezone Berlin”.
conversation-ask_preference-timezone-offered = 🕐 Nak saya guna zon waktu { $offered }? Ini menentukan bila hari awak bermula dan berakhir.

conversation-privacy =
    🔒 Apa yang saya simpan, dan cara memadamnya
    • Saya simpan mesej awak dan jawapan saya, gambar dan fail awak serta apa yang saya baca daripadanya, draf yang belum siap, mata wang, bahasa dan zon waktu awak, serta berapa kali model AI digunakan untuk awak.
    • Pengendali saya boleh membaca semuanya. Orang lain yang menulis kepada saya tidak boleh, kecuali dalam kumpulan yang berkongsi: semua ahlinya boleh melihatnya. Apa yang disebut dalam kumpulan, seluruh kumpulan nampak.
    • Jika pengendali saya menggunakan model bahasa, apa yang awak tulis, sebut atau ambil gambarnya mungkin dihantar kepada penyedia model itu.
conversation-privacy-days = • Jika tiada apa yang disimpan daripadanya, mesej, draf dan gambar dipadam selepas { $n } hari. Apa yang sudah disimpan kekal, bersama gambarnya, sehingga awak memadamnya.
conversation-privacy-no_days = • Jika tiada apa yang disimpan daripadanya, mesej, draf dan gambar dipadam selepas beberapa lama. Apa yang sudah disimpan kekal, bersama gambarnya, sehingga awak memadamnya.
conversation-privacy-more =
    • Catatan tentang cara saya mengurus mesej awak juga mengandungi isi mesej itu. Pelayan pengendali saya memadamnya beberapa hari selepas perbualan kita tamat; pengendali saya menentukan berapa hari.
    • /deletemydata memadam semua yang di atas buat selamanya, termasuk catatan itu, biasanya dalam beberapa minit, dan saya beritahu apabila selesai. Nota bahawa awak memintanya dipadam dalam masa sehari.
    • Yang kekal selepas itu: kebenaran saya menghantar mesej kepada awak, apa yang disimpan oleh aplikasi yang awak guna, salinan sandaran pengendali saya, apa yang sudah diterima oleh penyedia, dan kos model AI tanpa nama awak.

conversation-ask_erase =
    🗑️ Padam semua yang saya simpan tentang awak?
    Apa yang saya simpan untuk awak, mesej, gambar, draf dan tetapan akan dipadam, dalam semua perbualan kita. Semuanya tidak boleh dikembalikan.
    Dalam kumpulan yang berkongsi, ini memadamnya untuk semua ahli.
conversation-ask_erase-still_to_come = 📅 Masih akan datang: { $what }, hingga { $until }. Ini dibatalkan bersama yang lain, kecuali jika disimpan oleh sistem lain: saya akan beritahu sistem mana.
conversation-erase_kept = 👌 Semuanya kekal seperti sedia ada.
conversation-erasing = 🧹 Saya sedang memadam semuanya dan akan beritahu apabila selesai. Apa yang awak hantar sebelum itu turut dipadam.
conversation-erased = ✅ Selesai: semua yang saya simpan tentang awak telah dipadam. Tulis bila-bila masa untuk mula semula.
conversation-erased-counted = ✅ Selesai: semua yang saya simpan tentang awak telah dipadam, { $counts }. Tulis bila-bila masa untuk mula semula.
conversation-erased-kept_by = Apa yang disimpan oleh { $systems } tentang awak tidak dapat saya padam. Sila minta di sana.
conversation-erased-messages = { $n } mesej
conversation-erased-files = { $n } fail
