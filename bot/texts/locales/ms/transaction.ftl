# What happened to an expense.

transaction-saved = ✅ Disimpan
transaction-saved-late = ✅ Disimpan, lewat sedikit: rekod saya sudah kembali
transaction-saved-difference = 📷 Pada gambar, { $field }: { $before }. Saya ikut kata anda: { $after }.
transaction-saved-addition = 📝 Daripada kata-kata anda, { $field }: { $after }.
transaction-album_saved = ✅ { $saved } daripada { $photos } disimpan
transaction-album_saved-all = ✅ { $n } perbelanjaan disimpan
transaction-album_saved-asking = 💬 Saya ada soalan tentang { $n } lagi.
transaction-corrected = 📝 Dibetulkan
transaction-change = { $field }: { $before } → { $after }
transaction-unchanged = 👌 Memang begitu, jadi tiada apa yang berubah
transaction-deleted = 🧹 Ditarik balik. Ia tidak dikira lagi
transaction-reverted = 🔁 Ditukar semula
transaction-restored = ✅ Sudah dikembalikan
transaction-nothing_to_undo = 👌 Tiada apa yang boleh ditarik balik.
transaction-not_found = 🤷 Saya tidak jumpa perbelanjaan itu lagi.
transaction-storage_down = ⏳ Saya tidak dapat mencapai rekod saya sekarang. Saya pegang ini dan simpan secepat mungkin
transaction-not_saved = ❗ Tidak disimpan: { $reason }
transaction-not_saved-bare = ❗ Saya tidak dapat menyimpan ini. Ia kekal sebagai draf
transaction-kept = 📌 Disimpan sebagai draf. Anda boleh sambung bila-bila masa
transaction-expired = 📌 Tiada jawapan, jadi saya simpan ini sebagai draf
transaction-expired-many = 📌 Tiada jawapan, jadi saya simpan semua ini sebagai draf
transaction-dropped = 👍 Dibuang. Tiada apa yang disimpan
transaction-unreadable = 😕 { $reason }
transaction-unreadable-bare = 😕 Saya tidak dapat membaca fail itu.
transaction-unreadable-instead = Anda juga boleh taip sahaja, contohnya “Starbucks 15.50”.
