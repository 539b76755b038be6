expenses-for_all-learned = { $n ->
   *[other] 👌 Mulai sekarang { $name } dalam kategori { $icon } { $category }. Semua yang disimpan dari situ memang sudah begitu.
}
expenses-for_all-offered = { $n ->
   *[other] 👌 Mulai sekarang { $name } dalam kategori { $icon } { $category }. { $n } perbelanjaan lama dari situ dalam kategori lain: tukar sekali?
}
expenses-for_all-changed = { $n ->
   *[other] 📝 { $n } perbelanjaan ditukar: { $name } dalam kategori { $icon } { $category }
}
expenses-for_all-undone = { $n ->
   *[other] 🔁 { $n } perbelanjaan ditukar balik. { $name } tidak lagi saya masukkan dalam kategori { $category }
}
expenses-for_all-kept = { $n ->
   *[other] { $n } sudah ditukar lagi selepas itu, jadi kekal begitu.
}
expenses-for_all-left = 👌 Baik, perbelanjaan lama kekal seperti sedia ada.
expenses-for_all-unclear = 📂 Saya tidak faham. Cuba “semua dari Grab pengangkutan”.
expenses-button-all_yes = Ya, tukar semuanya
expenses-button-all_no = Mulai sekarang saja
expenses-button-all_undo = Tukar balik semua
