# Exchange rates.

expenses-rate = 💱 Kadar tukaran:
expenses-rate-set = 💱 Baik, saya guna kadar ini selama seminggu:
expenses-rate-rows = { $n } perbelanjaan minggu itu yang belum ada kadar kini guna kadar ini.
expenses-rate-line-hand = { $equation } (daripada awak, { $day })
expenses-rate-line-bank = { $equation } (Bank Pusat Eropah, { $day })
expenses-rate-converted = 💱 { $amount } ≈ { $result }
expenses-rate-none = 💱 Awak belum tetapkan kadar dalam seminggu ini.
expenses-rate-none_of = 💱 Saya tiada kadar { $currency } ke { $into } dalam seminggu ini.
expenses-rate-example = Cuba “1 usd = 4.45”, “/rate eur 4.90” atau “tukar 20 usd ke rm”.
expenses-rate-unclear = 💱 Saya tidak faham kadar itu, jadi tiada apa yang berubah.
expenses-rate-not_positive = 💱 Kadar mesti lebih daripada sifar, jadi tiada apa yang berubah.
expenses-rate-absurd = 💱 Kadar itu tidak munasabah, jadi tiada apa yang berubah.
expenses-rate-same_currency = 💱 Kedua-duanya { $currency }, jadi tiada apa yang perlu ditukar.
