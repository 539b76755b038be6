# Sembang kakitangan: apa yang bot sendiri katakan di sana. Nota butang paling banyak 200 aksara.

telegram-staff-help = 🎫 Setiap kes ada topiknya di sini. Tulis di dalamnya untuk menjawab pelanggan; // di depan menjadikannya nota untuk rakan sekerja. Butang ada di bawah mesej pertama.
telegram-staff-unknown_topic = 🤷 Topik ini tiada kesnya: apa yang ditulis di sini tidak dihantar kepada sesiapa.
telegram-staff-unusable = 📎 Hanya teks, gambar dan PDF boleh disampaikan. Ini tidak dihantar.
telegram-staff-not_staff = 🙅 Hanya kakitangan boleh buat itu. Tiada apa yang berubah.
telegram-staff-nobody = 🙅 Saya tidak tahu siapa yang menulis ini. Sila tulis sebagai diri sendiri, bukan sebagai kumpulan atau saluran. Ini tidak dihantar.
telegram-staff-case_gone = 🔒 Kes ini sudah ditutup buat selamanya. Tiada apa yang berubah.
telegram-staff-not_applied = 🤷 Itu tidak boleh dibuat sekarang. Tiada apa yang berubah.
telegram-staff-kept = ⏳ Tiada yang mengurus kes sekarang. Ini disimpan, dan dibuat sebaik sahaja ada yang mengurusnya.
telegram-staff-deleted = 🗑 Dipadam
telegram-staff-no_topics = ⚠️ Kumpulan ini tiada topik, jadi semua kes bercampur di sini. Sila hidupkan topik dalam tetapan kumpulan. Sementara itu, balas mesej sesuatu kes untuk menjawab pelanggan.
telegram-staff-no_rights = ⚠️ Saya tidak dibenarkan membuat topik, jadi semua kes bercampur di sini. Sila jadikan saya pentadbir dengan hak “Urus Topik”. Sementara itu, balas mesej sesuatu kes untuk menjawab pelanggan.
