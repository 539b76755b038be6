# Answers to "why?": where a value came from.

provenance-photo = 🔎 { $value } ada pada gambar, di baris ini: “{ $evidence }”
provenance-photo-bare = 🔎 Saya baca { $value } daripada gambar.
provenance-text = 🔎 { $value } ialah apa yang anda tulis: “{ $evidence }”
provenance-text-bare = 🔎 { $value } ialah apa yang anda tulis.
provenance-injected = 🔎 Anda beritahu saya { $value } semasa saya membaca: “{ $evidence }”
provenance-injected-bare = 🔎 Anda beritahu saya { $value } semasa saya membaca.
provenance-answer = 🔎 { $value } ialah jawapan anda: “{ $evidence }”
provenance-answer-bare = 🔎 { $value } ialah jawapan anda.
provenance-inferred = 🔎 { $value } ialah tekaan terbaik saya, daripada “{ $evidence }”. Beritahu saya jika salah.
provenance-inferred-bare = 🔎 { $value } ialah tekaan terbaik saya. Beritahu saya jika salah.
provenance-inferred-date = 🔎 Tiada tarikh diberi, jadi saya guna { $value }, masa anda menghantarnya.
provenance-inferred-currency = 🔎 Tiada mata wang diberi, jadi saya guna yang biasa: { $value }.
provenance-learned = 🔎 { $value } ialah pilihan anda sebelum ini untuk kedai ini.
provenance-unknown = 🔎 Saya tiada catatan tentang asal { $field }.
provenance-none = 🔎 Belum ada { $field }.
provenance-nothing = 🔎 Saya tiada catatan tentang yang ini.
