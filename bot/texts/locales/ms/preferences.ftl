# Currency, language, time zone, privacy, and deleting everything.

button-prefer = Yang ini
button-erase = 🗑️ Padam semuanya
button-keep_data = Simpan sahaja

conversation-preference = 👍 Baik.
conversation-preference-same = 👌 Memang sudah { $after }.
conversation-preference-currency = 💱 Jumlah tanpa mata wang kini { $after }. Sebelum ini: { $before }.
conversation-preference-language = 🗣️ Kini kita berbual dalam bahasa { $after }. Sebelum ini: { $before }.
conversation-preference-timezone = 🕐 Zon waktu anda kini { $after }, pukul { $time } di sana. Sebelum ini: { $before }.

conversation-ask_preference = ⚙️ Anda boleh tetapkan /currency, /language dan /timezone.
conversation-ask_preference-currency = 💱 Mata wang mana yang patut saya guna jika anda tidak menyebutnya? Sekarang { $current }.
conversation-ask_preference-currency-refused = 🤔 Saya tidak kenal mata wang “{ $refused }”. Guna kod tiga huruf, seperti MYR atau EUR.
conversation-ask_preference-currency-example = Pilih satu, atau taip yang lain: “/currency USD”.
conversation-ask_preference-language = 🗣️ Bahasa apa yang kita guna? Sekarang { $current }.
conversation-ask_preference-language-refused = 🤔 Maaf, saya tidak tahu bahasa “{ $refused }”.
conversation-ask_preference-language-example = Pilih satu. Untuk cara lain menulis nombor dan tarikh, sebut juga negaranya: “/language en_GB”.
conversation-ask_preference-timezone = 🕐 Anda di zon waktu mana? Sekarang { $current }.
conversation-ask_preference-timezone-refused = 🤔 Saya tidak kenal zon waktu “{ $refused }”.
conversation-ask_preference-timezone-example = Pilih satu, atau taip nama bandar atau zon: “/timezone Berlin”.

conversation-privacy =
    🔒 Apa yang saya simpan, dan cara membuangnya
    • Saya simpan mesej anda dan jawapan saya, gambar dan fail anda serta apa yang saya baca daripadanya, draf yang belum siap, mata wang, bahasa dan zon waktu anda, serta berapa kali model AI bekerja untuk anda.
    • Pengendali saya boleh membaca semuanya. Orang lain yang menulis kepada saya tidak boleh, kecuali jika satu kumpulan berkongsi apa yang saya simpan: semua ahlinya boleh melihatnya. Apa yang disebut dalam kumpulan, kumpulan itu nampak.
    • Jika pengendali saya menggunakan model bahasa, apa yang anda tulis, sebut dan ambil gambarnya mungkin dihantar kepada penyedianya.
conversation-privacy-days = • Mesej, draf dan gambar yang tiada apa disimpan daripadanya dipadam selepas { $n } hari. Apa yang disimpan kekal, bersama gambarnya, sehingga anda memadamnya.
conversation-privacy-no_days = • Mesej, draf dan gambar yang tiada apa disimpan daripadanya dipadam selepas beberapa lama. Apa yang disimpan kekal, bersama gambarnya, sehingga anda memadamnya.
conversation-privacy-more =
    • Catatan tentang cara saya mengurus mesej anda juga mengandungi isinya. Pelayan pengendali saya membuangnya beberapa hari selepas perbualan kita tamat; pengendali saya menentukan berapa hari.
    • /deletemydata memadam semua yang di atas buat selamanya, termasuk catatan itu, biasanya dalam beberapa minit, dan saya beritahu apabila selesai. Nota bahawa anda memintanya hilang dalam masa sehari.
    • Yang kekal selepas itu: kebenaran anda untuk menulis kepada saya, apa yang disimpan oleh aplikasi anda sendiri, sandaran pengendali saya, apa yang sudah diterima oleh penyedia, dan kos model AI tanpa nama anda.

conversation-ask_erase =
    🗑️ Padam semua yang saya simpan tentang anda?
    Apa yang saya simpan untuk anda, mesej, gambar, draf dan tetapan akan hilang, dalam semua perbualan kita. Semuanya tidak boleh dikembalikan.
    Dalam kumpulan yang berkongsi apa yang saya simpan, ini memadamnya untuk semua ahli.
conversation-ask_erase-still_to_come = 📅 Masih akan datang: { $what }, hingga { $until }. Ia dibatalkan bersama yang lain, kecuali sistem lain menyimpannya: saya akan beritahu yang mana.
conversation-erase_kept = 👌 Semuanya kekal seperti biasa.
conversation-erasing = 🧹 Saya sedang memadam semuanya dan akan beritahu apabila selesai. Apa yang anda hantar sebelum itu turut dipadam.
conversation-erased = ✅ Selesai: semua yang saya simpan tentang anda telah dipadam. Tulis bila-bila masa untuk mula semula.
conversation-erased-counted = ✅ Selesai: semua yang saya simpan tentang anda telah dipadam, { $counts }. Tulis bila-bila masa untuk mula semula.
conversation-erased-kept_by = Apa yang disimpan oleh { $systems } tentang anda tidak dapat saya padam. Sila tanya di sana.
conversation-erased-messages = { $n } mesej
conversation-erased-files = { $n } fail
