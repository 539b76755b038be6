# Answers to "why?": where a value came from.

expenses-provenance-photo = 🔎 { $value } ada pada gambar, di baris ini: “{ $evidence }”
expenses-provenance-photo-bare = 🔎 Saya baca { $value } daripada gambar.
expenses-provenance-text = 🔎 { $value } daripada mesej awak: “{ $evidence }”
expenses-provenance-text-bare = 🔎 { $value } daripada mesej awak.
expenses-provenance-injected = 🔎 Awak beritahu { $value } semasa saya membaca: “{ $evidence }”
expenses-provenance-injected-bare = 🔎 Awak beritahu { $value } semasa saya membaca.
expenses-provenance-answer = 🔎 { $value } ialah jawapan awak: “{ $evidence }”
expenses-provenance-answer-bare = 🔎 { $value } ialah jawapan awak.
expenses-provenance-inferred = 🔎 { $value } hanya agakan saya, daripada “{ $evidence }”. Beritahu saya kalau salah.
expenses-provenance-inferred-bare = 🔎 { $value } hanya agakan saya. Beritahu saya kalau salah.
expenses-provenance-inferred-date = 🔎 Tiada tarikh, jadi saya guna masa awak menghantarnya: { $value }.
expenses-provenance-inferred-currency = 🔎 Tiada mata wang disebut, jadi saya guna yang biasa: { $value }.
expenses-provenance-worked_out = 🔎 { $value } dikira daripada mesej awak: { $evidence }
expenses-provenance-earlier = 🔎 { $value } daripada perbualan kita tadi: “{ $evidence }”
expenses-provenance-learned = 🔎 Awak pernah pilih { $value } untuk kedai ini.
expenses-provenance-unknown = 🔎 Saya tidak tahu dari mana { $field } ini.
expenses-provenance-none = 🔎 Belum ada { $field }.
expenses-provenance-nothing = 🔎 Saya tidak tahu dari mana butiran yang ini.
