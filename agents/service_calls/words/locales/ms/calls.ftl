# Sekitar panggilan. Apa yang dikatakan di dalamnya datang daripada grafnya.

service_calls-name = Panggilan servis
service_calls-visit = 📅 { $when }
service_calls-outcome-booked = Sudah ditempah
service_calls-outcome-noted = Dicatat, belum ada tempahan
service_calls-outcome-unconfirmed = Staf kami akan mengesahkannya
service_calls-outcome-callback = Kami akan telefon semula
service_calls-outcome-no_contact = Tamat tanpa nombor untuk dihubungi
service_calls-outcome-abandoned = Tidak selesai
service_calls-outcome-cancelled = Dibatalkan
service_calls-outcome-failed = Tidak berjaya

service_calls-call_ended = Adakah ini membantu?
service_calls-call_ended-spoken = Panggilan tamat
service_calls-rated = 🙏 Terima kasih!
service_calls-rated-down = 🙏 Terima kasih kerana memberitahu. Kami akan semak apa yang tidak kena.
service_calls-cancelled = 👍 Baik, panggilan ditamatkan
service_calls-cancelled-tasks = { $n ->
   *[other] Permintaan { $tasks } masih terbuka.
}
service_calls-cancelled-not_booked = Tiada apa yang ditempah.
service_calls-cancelled-unconfirmed = Ada satu perkara yang belum selesai; staf kami akan menyemaknya.
service_calls-undone = { $n ->
   *[other] ↩️ Permintaan { $tasks } dibatalkan, tiada sesiapa akan datang.
}
service_calls-not_undone = { $n ->
   *[other] ⏳ Permintaan { $tasks } tidak dapat dibatalkan sekarang. Sila cuba lagi sebentar nanti.
}
service_calls-still_in_call = 📞 Kita sudah dalam panggilan. /cancel menamatkannya
service_calls-photo_noted = 📷 Gambar diterima. Saya catat untuk lawatan nanti.

service_calls-enter = 🔧 Carikan orang untuk datang tengok?
service_calls-about = Beritahu saya apa yang rosak, saya tempah orang untuk datang.
service_calls-invite = Beritahu saya apa yang perlu dibaiki.
service_calls-also = pembaikan
service_calls-examples =
    sinki saya bocor
    penghawa dingin tidak sejuk
    saya nak tukar masa temu janji
service_calls-help =
    🔧 “sinki saya bocor”: saya tempah orang untuk datang
    📅 “boleh datang awal?”, “batalkan temu janji saya”: saya ubah lawatan
    /service mulakan panggilan baharu
service_calls-brief = 🔧 Pembaikan: “sinki saya bocor” · /service
service_calls-privacy = • Saya simpan panggilan servis awak: apa yang awak perlukan, nama dan nombor awak, dan apa yang dibuat. Permintaan dan lawatan yang awak tempah disimpan oleh syarikat.
service_calls-command-service = tempah pembaikan atau lawatan
service_calls-description = Beritahu saya apa yang rosak: saya cari orang yang sesuai, tempah lawatan, dan beritahu siapa datang dan bila.
service_calls-short_description = Saya terima panggilan servis dan tempah lawatan.
service_calls-erased-calls = { $n } panggilan servis
service_calls-erased-customers = { $n } rekod pelanggan di syarikat

service_calls-field-customers_main_ask = apa yang awak perlukan
service_calls-field-customer_phone_number = nombor telefon awak
service_calls-field-customer_name = nama awak
service_calls-waits-need = apa yang awak perlukan
service_calls-waits-customers_main_ask = apa yang awak perlukan
service_calls-waits-customer_phone_number = nombor telefon awak
service_calls-waits-customer_name = nama awak
service_calls-waits-customer_email = alamat e-mel awak
service_calls-waits-time = masa yang dicadangkan sesuai atau tidak
service_calls-waits-choice = servis yang mana satu
service_calls-waits-more = ada apa-apa lagi atau tidak
service_calls-help-customer_phone_number = 💡 Juruteknik akan telefon nombor ini kalau ada apa-apa. Nombor sahaja sudah cukup, contohnya 555-0199. Awak juga boleh tulis “batal”.
service_calls-help-time = 💡 “Ya” menempah masa yang saya sebut tadi. Atau sebut masa lain: “lebih baik petang Jumaat”.

service_calls-doing-load_graph = menyambungkan awak
service_calls-doing-service_recognise = mendengar
service_calls-doing-service_extract = memahami apa yang awak perlukan
service_calls-doing-service_navigate = berfikir
service_calls-doing-service_choose_tool = berfikir
service_calls-doing-service_match = berfikir
service_calls-doing-service_summarise = berfikir
service_calls-doing-service_say = menyusun jawapan
service_calls-doing-service_word = menyusun jawapan
service_calls-doing-record_call = mencatat
service_calls-doing-call_tool = menyemak
service_calls-doing-setting_list = melihat senarai servis kami
service_calls-doing-entity_list = melihat permintaan awak
service_calls-doing-customer_get = mencari rekod awak
service_calls-doing-customer_create = membuat rekod awak
service_calls-doing-customer_update = mengubah rekod awak
service_calls-doing-task_create = mencatat permintaan awak
service_calls-doing-task_cancel = membatalkan permintaan
service_calls-doing-person_calendar_free = mencari masa yang kosong
service_calls-doing-person_calendar_book = menempah lawatan
service_calls-doing-call_hangup = menamatkan panggilan

service_calls-button-rate = Beri penilaian
service_calls-button-rate-up = 👍
service_calls-button-rate-down = 👎
service_calls-button-undo = Tarik balik
service_calls-button-choose = Yang ini
service_calls-button-cancel_visit = Batalkan { $task }
