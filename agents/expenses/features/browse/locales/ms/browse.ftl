# Rekod yang ditukar sekali gus dalam senarai.
expenses-rows-edited = { $n ->
    [0] 👌 Tiada apa-apa untuk ditukar: memang sudah begitu
   *[other] 📝 { $n } rekod ditukar
}
expenses-rows-deleted = { $n ->
    [0] 🧹 Tiada apa-apa dipadam
   *[other] 🧹 { $n } rekod dipadam. Tidak dikira lagi
}
expenses-rows-restored = { $n ->
    [0] ✅ Tiada apa-apa untuk dikembalikan
   *[other] ✅ { $n } rekod sudah dikembalikan
}
expenses-rows-taken_back = { $n ->
    [0] 👌 Tiada apa-apa yang ditukar semula
   *[other] 🔁 { $n } rekod kembali seperti tadi
}
expenses-rows-left = { $n ->
   *[other] { $n } sudah ditukar atau dipadam sementara itu, jadi kekal seperti sedia ada.
}
expenses-rows-value = { $field }: { $value }
expenses-rows_refused = ✋ Tiada apa-apa ditukar. Sila semak { $field }.
expenses-rows_refused-gone = ✋ Tiada apa-apa ditukar: rekod itu sudah dipadam atau dipulihkan di tempat lain.
expenses-button-rows_undo = Tarik balik

# The list itself.
expenses-rows-title = Rekod
expenses-rows-elsewhere = Ada rekod di terminal atau Telegram? Tulis “/export” di sana dan hantar fail itu kepada saya dalam sembang ini.
expenses-rows-total-expense = Belanja { $totals }
expenses-rows-total-income = Masuk { $totals }
expenses-rows-whose = Rekod siapa
expenses-rows-mine = Saya
expenses-rows-ours = Kita
expenses-rows-you = Awak
expenses-rows-count = { $n ->
   *[other] { $n } rekod
}
