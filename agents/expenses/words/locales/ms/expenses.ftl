# What happened to an expense.

expenses-saved = ✅ Disimpan
expenses-saved-late = ✅ Disimpan, lewat sedikit: rekod saya sudah kembali
expenses-saved-difference = 📷 Pada gambar, { $field }: { $before }. Saya ikut kata anda: { $after }.
expenses-saved-addition = 📝 Daripada kata-kata anda, { $field }: { $after }.
expenses-saved_together = ✅ { $saved } daripada { $photos } disimpan
expenses-saved_together-all = ✅ { $n } perbelanjaan disimpan
expenses-saved_together-asking = 💬 Saya ada soalan tentang { $n } lagi.
expenses-saved_together-total = 💰 Jumlah: { $totals }
expenses-saved_together-undo = ↩️ “undo #{ $number }” menarik balik satu.
expenses-corrected = 📝 Dibetulkan
expenses-change = { $field }: { $before } → { $after }
expenses-unchanged = 👌 Memang begitu, jadi tiada apa yang berubah
expenses-deleted = 🧹 Ditarik balik. Ia tidak dikira lagi
expenses-deleted_together = { $n ->
   *[other] 🧹 { $n } perbelanjaan ditarik balik. Ia tidak dikira lagi
}
expenses-deleted_together-only = { $n ->
   *[other] Hanya ada { $n }.
}
expenses-deleted_together-most = { $n ->
   *[other] Saya menarik balik { $n } sekali gus; ulangi untuk yang lain.
}
expenses-deleted_together-restore = ↩️ “pulihkan #{ $number }” mengembalikan satu.
expenses-reverted = 🔁 Ditukar semula
expenses-restored = ✅ Sudah dikembalikan
expenses-storage_down = ⏳ Saya tidak dapat mencapai rekod saya sekarang. Saya pegang ini dan simpan secepat mungkin
expenses-not_saved = ❗ Tidak disimpan: { $reason }
expenses-not_saved-bare = ❗ Saya tidak dapat menyimpan ini. Ia kekal sebagai draf
expenses-kept = 📌 Disimpan sebagai draf. Anda boleh sambung bila-bila masa
expenses-dropped = 👍 Dibuang. Tiada apa yang disimpan
expenses-unreadable = 😕 { $reason }
expenses-unreadable-bare = 😕 Saya tidak dapat membaca fail itu.
expenses-unreadable-instead = Anda juga boleh taip sahaja, contohnya “Starbucks 15.50”.
