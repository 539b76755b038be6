expenses-for_all-learned = { $n ->
   *[other] 👌 { $name } ialah { $icon } { $category } mulai sekarang. Semua yang disimpan dari situ sudah begitu.
}
expenses-for_all-offered = { $n ->
   *[other] 👌 { $name } ialah { $icon } { $category } mulai sekarang. { $n } perbelanjaan yang disimpan dari situ mempunyai kategori lain: tukar sekali?
}
expenses-for_all-changed = { $n ->
   *[other] 📝 { $n } perbelanjaan ditukar: { $name } ialah { $icon } { $category }
}
expenses-for_all-undone = { $n ->
   *[other] 🔁 { $n } perbelanjaan ditukar balik, dan { $name } tidak lagi { $category } dengan sendirinya
}
expenses-for_all-kept = { $n ->
   *[other] { $n } sudah ditukar lagi selepas itu, dan kekal begitu.
}
expenses-for_all-left = 👌 Yang disimpan kekal seperti sedia ada.
expenses-for_all-unclear = 📂 Saya tidak faham. Cuba “semua dari Grab pengangkutan”.
expenses-button-all_yes = Ya, tukar semuanya
expenses-button-all_no = Tidak, mulai sekarang sahaja
expenses-button-all_undo = Tukar balik semua
