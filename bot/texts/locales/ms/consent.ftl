# Persetujuan untuk menyimpan data, diminta sebelum apa-apa disimpan.

button-agree = Saya setuju
button-decline = Tak mengapa

consent-text =
    👋 Sebelum kita teruskan, saya perlukan persetujuan awak.
    • { $operator } menyimpan apa yang awak hantar kepada saya (mesej, gambar, rakaman) dan apa yang saya catat daripadanya, supaya saya boleh membantu awak.
consent-days = • Mesej, dan gambar yang tiada apa-apa dicatat daripadanya, dipadam selepas { $n } hari. Apa yang sudah dicatat kekal sehingga awak memadamnya.
consent-models = • Untuk memahaminya, saya menghantarnya kepada model AI { $providers }.
consent-no_models = • Saya tidak menghantarnya kepada mana-mana penyedia AI.
consent-erase = • Awak boleh menarik balik persetujuan ini pada bila-bila masa: /deletemydata memadam semuanya. Butiran lanjut: /privacy.
consent-link = • Notis privasi: { $link }
consent-until_then = Selagi awak belum setuju, saya tidak menyimpan apa-apa.
consent-spoken = Sila jawab ya atau tidak, atau tekan 1 untuk ya dan 2 untuk tidak.
consent-goodbye = Kalau begitu, saya tidak menyimpan apa-apa. Selamat tinggal.
consent-thanks = 👍 Terima kasih.
consent-thanks_again = 👍 Terima kasih. Sila hantar semula apa yang awak tulis tadi.
consent-declined = 👌 Baik, saya tidak menyimpan apa-apa. Kalau awak berubah fikiran, tulis sahaja kepada saya.
consent-nothing_kept = Saya tidak menyimpan apa-apa tentang awak.
consent-unknown = Saya tidak dapat mencapai rekod saya sekarang, jadi tiada apa-apa disimpan. Sila hantar semula dalam beberapa minit.
