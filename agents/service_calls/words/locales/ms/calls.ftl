# Sekitar panggilan. Apa yang dikatakan di dalamnya datang daripada grafnya.

service_calls-name = Panggilan servis
service_calls-visit = 📅 { $when }
service_calls-outcome-booked = Sudah ditempah
service_calls-outcome-noted = Dicatat, belum ada tempahan
service_calls-outcome-unconfirmed = Rakan sekerja akan mengesahkannya
service_calls-outcome-callback = Seseorang akan menelefon semula
service_calls-outcome-no_contact = Tamat tanpa nombor untuk dihubungi
service_calls-outcome-abandoned = Terputus
service_calls-outcome-cancelled = Dibatalkan
service_calls-outcome-failed = Tidak berjaya

service_calls-call_ended = · panggilan tamat
service_calls-rated = 🙏 Terima kasih!
service_calls-rated-down = 🙏 Terima kasih kerana memberitahu. Kami akan lihat apa yang tidak kena.
service_calls-cancelled = 👍 Baik, panggilan ditamatkan
service_calls-cancelled-tasks = { $n ->
   *[other] Tugasan { $tasks } masih terbuka.
}
service_calls-cancelled-not_booked = Tiada apa-apa yang ditempah.
service_calls-cancelled-unconfirmed = Satu perkara masih berjalan; rakan sekerja akan menyemaknya.
service_calls-undone = { $n ->
   *[other] ↩️ Tugasan { $tasks } dibatalkan, tiada sesiapa akan datang.
}
service_calls-not_undone = { $n ->
   *[other] ⏳ Saya tidak dapat membatalkan tugasan { $tasks } sekarang. Sila cuba lagi sebentar.
}
service_calls-still_in_call = 📞 Kita sudah dalam panggilan. /cancel menamatkannya
service_calls-photo_noted = 📷 Foto diterima. Saya catat untuk lawatan itu.

service_calls-enter = 🔧 Cari orang untuk datang melihatnya?
service_calls-about = Beritahu saya apa yang rosak, dan saya tempah lawatan.
service_calls-invite = Beritahu saya apa yang perlu dibaiki.
service_calls-also = pembaikan
service_calls-examples =
    sinki saya bocor
    penghawa dingin tidak sejuk
    Saya mahu tukar masa temu janji
service_calls-help =
    🔧 “sinki saya bocor”: saya tempah orang untuk datang
    📅 “boleh datang awal?”, “batalkan temu janji saya”: saya ubah lawatan
    /service memulakan panggilan baharu
service_calls-brief = 🔧 Pembaikan: “sinki saya bocor” · /service
service_calls-privacy = • Saya menyimpan panggilan servis anda: apa yang anda perlukan, nama dan nombor, dan apa yang dibuat. Tugasan dan lawatan yang ditempah disimpan oleh perniagaan.
service_calls-command-service = tempah pembaikan atau lawatan
service_calls-description = Beritahu saya apa yang rosak: saya cari orang yang sesuai, tempah lawatan dan beritahu siapa datang bila.
service_calls-short_description = Saya menerima panggilan servis dan menempah lawatan.
service_calls-erased-calls = { $n } panggilan servis
service_calls-erased-customers = { $n } rekod pelanggan di perniagaan

service_calls-field-customers_main_ask = apa yang anda perlukan
service_calls-field-customer_phone_number = nombor telefon anda
service_calls-field-customer_name = nama anda
service_calls-waits-need = apa yang anda perlukan
service_calls-waits-customers_main_ask = apa yang anda perlukan
service_calls-waits-customer_phone_number = nombor telefon anda
service_calls-waits-customer_name = nama anda
service_calls-waits-customer_email = alamat e-mel anda
service_calls-waits-time = sama ada masa yang dicadangkan sesuai
service_calls-waits-choice = servis yang mana satu
service_calls-waits-more = sama ada terdapat hal lain
service_calls-help-customer_phone_number = 💡 Juruteknik menelefon nombor ini jika ada apa-apa. Angka sahaja cukup, seperti 555-0199. Anda juga boleh tulis “batal”.
service_calls-help-time = 💡 “Ya” menempah masa yang saya sebut itu sahaja. Atau sebut masa lain: “lebih baik petang Jumaat”.

service_calls-doing-load_graph = menyambungkan anda
service_calls-doing-service_recognise = mendengar
service_calls-doing-service_extract = memahami keperluan anda
service_calls-doing-service_navigate = berfikir
service_calls-doing-service_choose_tool = berfikir
service_calls-doing-service_match = berfikir
service_calls-doing-service_summarise = berfikir
service_calls-doing-service_say = mencari perkataan
service_calls-doing-service_word = mencari perkataan
service_calls-doing-record_call = mencatatnya
service_calls-doing-call_tool = menyemaknya
service_calls-doing-setting_list = melihat senarai servis kami
service_calls-doing-entity_list = melihat permintaan anda
service_calls-doing-customer_get = mencari rekod anda
service_calls-doing-customer_create = membuat rekod anda
service_calls-doing-customer_update = mengubah rekod anda
service_calls-doing-task_create = membuat tugasan untuk anda
service_calls-doing-task_cancel = membatalkan tugasan
service_calls-doing-person_calendar_free = mencari masa lapang
service_calls-doing-person_calendar_book = menempah lawatan
service_calls-doing-call_hangup = menamatkan panggilan

service_calls-button-rate = Nilai
service_calls-button-rate-up = 👍
service_calls-button-rate-down = 👎
service_calls-button-undo = Tarik balik
service_calls-button-choose = Yang ini
