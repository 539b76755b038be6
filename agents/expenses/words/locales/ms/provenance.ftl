# Answers to "why?": where a value came from.

expenses-provenance-photo = 🔎 { $value } ada pada gambar, di baris ini: “{ $evidence }”
expenses-provenance-photo-bare = 🔎 Saya baca { $value } daripada gambar.
expenses-provenance-text = 🔎 { $value } ialah apa yang anda tulis: “{ $evidence }”
expenses-provenance-text-bare = 🔎 { $value } ialah apa yang anda tulis.
expenses-provenance-injected = 🔎 Anda beritahu saya { $value } semasa saya membaca: “{ $evidence }”
expenses-provenance-injected-bare = 🔎 Anda beritahu saya { $value } semasa saya membaca.
expenses-provenance-answer = 🔎 { $value } ialah jawapan anda: “{ $evidence }”
expenses-provenance-answer-bare = 🔎 { $value } ialah jawapan anda.
expenses-provenance-inferred = 🔎 { $value } ialah tekaan terbaik saya, daripada “{ $evidence }”. Beritahu saya jika salah.
expenses-provenance-inferred-bare = 🔎 { $value } ialah tekaan terbaik saya. Beritahu saya jika salah.
expenses-provenance-inferred-date = 🔎 Tiada tarikh diberi, jadi saya guna { $value }, masa anda menghantarnya.
expenses-provenance-inferred-currency = 🔎 Tiada mata wang diberi, jadi saya guna yang biasa: { $value }.
expenses-provenance-worked_out = 🔎 { $value } dikira daripada apa yang anda tulis: { $evidence }
expenses-provenance-earlier = 🔎 { $value } daripada perbualan kita tadi: “{ $evidence }”
expenses-provenance-learned = 🔎 { $value } ialah pilihan anda sebelum ini untuk kedai ini.
expenses-provenance-unknown = 🔎 Saya tiada catatan tentang asal { $field }.
expenses-provenance-none = 🔎 Belum ada { $field }.
expenses-provenance-nothing = 🔎 Saya tiada catatan tentang yang ini.
