# What happened to an expense.

expenses-saved = ✅ Disimpan
expenses-saved-late = ✅ Disimpan, lewat sedikit: rekod saya sudah boleh dibuka semula
expenses-saved-difference = 📷 Pada gambar, { $field } ialah { $before }. Saya simpan { $after }, seperti kata awak.
expenses-saved-addition = 📝 Daripada awak, { $field }: { $after }.
expenses-saved_together = ✅ { $saved } daripada { $photos } disimpan
expenses-saved_together-all = ✅ { $n } perbelanjaan disimpan
expenses-saved_together-asking = 💬 Saya ada soalan tentang { $n } lagi.
expenses-saved_together-total = 💰 Jumlah: { $totals }
expenses-saved_together-undo = ↩️ “tarik balik #{ $number }” menarik balik satu.
expenses-corrected = 📝 Dibetulkan
expenses-change = { $field }: { $before } → { $after }
expenses-change-added = { $field }: { $after }
expenses-change-removed = { $field }: { $before } dibuang
expenses-unchanged = 👌 Memang sudah begitu, tiada apa yang berubah
expenses-deleted = 🧹 Ditarik balik. Tidak dikira lagi
expenses-deleted_together = { $n ->
   *[other] 🧹 { $n } perbelanjaan ditarik balik. Tidak dikira lagi
}
expenses-deleted_together-only = { $n ->
   *[other] Hanya ada { $n }.
}
expenses-deleted_together-most = { $n ->
   *[other] Paling banyak { $n } sekali tarik balik; ulangi untuk yang lain.
}
expenses-deleted_together-restore = ↩️ “pulihkan #{ $number }” mengembalikan satu.
expenses-reverted = 🔁 Ditukar balik
expenses-restored = ✅ Sudah dikembalikan
expenses-storage_down = ⏳ Saya tidak dapat membuka rekod saya sekarang. Yang ini saya pegang dahulu, dan simpan secepat mungkin
expenses-not_saved = ❗ Tidak disimpan: { $reason }
expenses-not_saved-bare = ❗ Saya tidak dapat menyimpan yang ini. Ia kekal sebagai draf
expenses-kept = 📌 Disimpan sebagai draf. Awak boleh sambung bila-bila masa
expenses-dropped = 👍 Dibuang. Tiada apa yang disimpan
expenses-unreadable = 😕 { $reason }
expenses-unreadable-bare = 😕 Saya tidak dapat membaca fail itu.
expenses-unreadable-instead = Boleh juga taip sahaja, contohnya “Starbucks 15.50”.
