# Jadual yang diimport: apa yang akan disimpan, apa yang disimpan, apa yang ditinggalkan.

expenses-card-table = 📊 Jadual
expenses-doing-read-the-table = membaca jadual
expenses-doing-save-the-table = menyimpan jadual
expenses-waits-import = hendak import jadual atau tidak
expenses-help-import = 💡 Belum ada yang disimpan daripada jadual itu. Jawab ya untuk simpan baris yang ditunjukkan, atau tidak.
expenses-button-import = Import
expenses-button-import_days = Terbalikkan tarikh
expenses-button-import_signs = Terbalikkan tanda
expenses-button-import_all = Import yang itu juga
expenses-button-import_new = Tinggalkan yang itu
expenses-button-import_rows = Tunjuk baris
expenses-button-import_currency = Mata wang lain
expenses-button-import_named = Baris yang mana
expenses-import-button-import_named-all = Semuanya
expenses-import-button-import_named-none = Tiada satu pun
expenses-import-button-rows = { $n ->
   *[other] ✅ Import { $n } baris
}
expenses-import-button-import_all-deleted = Import yang dipadam
expenses-import-button-import_new-deleted = Tinggalkan yang dipadam
expenses-import-button-import_days-day = Hari dahulu (31/12)
expenses-import-button-import_days-month = Bulan dahulu (12/31)
expenses-import-button-all_rows = Tunjuk semua baris
expenses-import-button-page = Baris { $first }–{ $last }
expenses-import-button-currency = Dalam { $currency }
expenses-import-rows = { $n ->
   *[other] { $n } baris
}
expenses-ask_import = 📊 Saya baca { $rows }, { $period }. Belum ada yang disimpan.
expenses-ask_import-all_known = { $n ->
   *[other] 👀 Semua { $n } baris dalam fail ini sudah disimpan.
}
expenses-ask_import-nothing_new = 👀 Tiada yang baharu dalam fail ini.
expenses-ask_import-columns = 🧭 Lajur: { $columns }
expenses-ask_import-question = Import semuanya? Kalau ada yang tak mahu, tulis “tinggalkan 3 dan 7” atau “tanpa Netflix”.
expenses-ask_import-which = { $n ->
   *[other] 🤔 Ada { $n } baris dengan nama “{ $name }”:
}
expenses-ask_import-which_question = Maksud awak semuanya? Kalau tidak, beritahu nombornya.
expenses-ask_import-unknown = 🤔 Tiada baris dengan nama “{ $name }”. Beritahu nombornya saja.
expenses-ask_import-changed = 👀 Baris yang akan diimport sudah berubah. Sila semak sekali lagi.
expenses-ask_import-nothing_left = Tiada baris lagi untuk diimport.
expenses-ask_import-again = “Ya” untuk import, “tidak” untuk biarkan fail itu. Setiap baris boleh diubah selepas diimport.
expenses-import-expense = Belanja: { $money } ({ $rows })
expenses-import-income = Masuk: { $money } ({ $rows })
expenses-import-transfer = Antara akaun sendiri: { $money } ({ $rows })
expenses-import-known = { $n ->
   *[other] 👀 { $n } baris nampaknya sudah disimpan, jadi saya tinggalkan.
}
expenses-import-too = { $n ->
   *[other] 👀 { $n } baris nampaknya sudah disimpan dan akan disimpan sekali lagi.
}
expenses-import-deleted = { $n ->
   *[other] 🗑️ { $n } baris yang awak padam selepas import dulu saya tinggalkan.
}
expenses-import-deleted_too = { $n ->
   *[other] 🗑️ { $n } baris yang awak padam selepas import dulu akan kembali.
}
expenses-import-left_out = { $n ->
   *[other] ⚠️ Ditinggalkan: { $n } baris
}
expenses-import-line = { "   " }Baris { $lines }: { $why }
expenses-import-more = { $n ->
   *[other] { "   " }… dan { $n } lagi
}
expenses-import-no_currency = 🤔 Fail ini tidak menyebut mata wang, jadi saya guna { $currency }. Atau mata wang lain?
expenses-import-left_by_person = { $n ->
   *[other] ✖️ { $n } baris ditinggalkan, seperti yang diminta
}
expenses-import-day_first = 🤔 Saya baca tarikh dengan hari dahulu.
expenses-import-month_first = 🤔 Saya baca tarikh dengan bulan dahulu.
expenses-import-signs = 🤔 Jika wang masuk dikira sebagai belanja, tekan “Terbalikkan tanda”.
expenses-import-column-date = tarikh
expenses-import-column-amount = jumlah
expenses-import-column-debit = wang keluar
expenses-import-column-credit = wang masuk
expenses-import-column-merchant = kedai
expenses-import-column-payer = dibayar oleh
expenses-import-column-text = keterangan
expenses-import-column-item = untuk apa
expenses-import-column-category = kategori
expenses-import-column-currency = mata wang
expenses-import-column-notes = catatan
expenses-import-column-reference = rujukan
expenses-import-column-payment = cara bayaran
expenses-import-column-kind = keluar atau masuk
expenses-import-column-tax = cukai
expenses-import-column-fee = caj
expenses-import-column-state = status
expenses-import-why-broken = rosak: lajurnya lain daripada yang lain, atau hurufnya tidak dapat dibaca
expenses-import-why-date = tarikhnya tidak dapat dibaca
expenses-import-why-future = tarikh yang belum tiba
expenses-import-why-old = tarikh sebelum tahun 2000
expenses-import-why-amount = jumlahnya tidak dapat dibaca
expenses-import-why-zero = jumlah sifar
expenses-import-why-absurd = jumlah yang terlalu besar
expenses-import-why-precise = terlalu banyak tempat perpuluhan
expenses-import-why-currency = mata wang yang saya tidak kenal
expenses-import-why-name = tidak disebut untuk apa
expenses-import-why-undone = ditolak, dibatalkan atau belum selesai
expenses-import-why-total = jumlah keseluruhan atau baki, bukan bayaran
expenses-import-why-repeated = baris dan rujukan yang sama, berulang
expenses-imported = { $n ->
   *[other] ✅ { $n } baris diimport
}
expenses-imported-none = 👌 Tiada yang baharu untuk diimport.
expenses-imported-correct = Bermula dengan #{ $number }. “#{ $number } sebenarnya 12.50” membetulkan satu, “tarik balik” membatalkan semuanya.
expenses-import_no_row = 🤔 #{ $number } ialah import itu sendiri. Barisnya #{ $first } hingga #{ $last }.
expenses-import_dropped = 👍 Baik, tiada yang diimport.
expenses-import_taken_back = { $n ->
   *[other] 🧹 Import ditarik balik: { $n } baris tidak dikira lagi
}
expenses-import_restored = { $n ->
   *[other] ✅ Import dikembalikan: { $n } baris dikira semula
}
expenses-no_import-empty = 😕 Fail itu kosong.
expenses-no_import-too_large = 😕 Jadual itu lebih besar daripada { $megabytes } MB. Sila pecahkan, contohnya setahun satu fail.
expenses-no_import-too_many = 😕 Jadual itu ada lebih daripada { $rows } baris. Sila pecahkan, contohnya setahun satu fail.
expenses-no_import-encoding = 😕 Huruf dalam fail itu tidak dapat dibaca. Sila simpan sebagai CSV (UTF-8) dan hantar semula.
expenses-no_import-no_table = 😕 Saya tidak jumpa sebarang bayaran dalam fail itu. Saya boleh baca fail bank dan aplikasi lain dalam bentuk CSV, Excel (XLSX), OFX, QIF, CAMT atau MT940.
expenses-no_import-encrypted = 😕 Fail itu dilindungi kata laluan. Sila simpan tanpa kata laluan dan hantar semula.
expenses-no_import-old_workbook = 😕 Itu fail Excel lama (XLS) yang tidak dapat saya baca. Sila simpan sebagai XLSX atau CSV dan hantar semula.
expenses-no_import-broken = 😕 Fail itu rosak atau tidak lengkap. Sila muat turun semula daripada bank.
expenses-no_import-only_headings = 😕 Jadual itu ada tajuk tetapi tiada baris.
expenses-no_import-no_date = 😕 Saya tidak jumpa lajur tarikh dalam jadual itu.
expenses-no_import-no_amount = 😕 Saya tidak jumpa lajur jumlah dalam jadual itu.
expenses-no_import-nothing = 😕 Tiada apa dalam jadual itu yang boleh saya simpan.
expenses-provenance-file = 🔎 { $value } ada pada baris { $evidence } dalam fail yang awak import.
expenses-provenance-file-bare = 🔎 { $value } ada dalam fail yang awak import.
