# Exchange rates.

expenses-rate = 💱 Kadar:
expenses-rate-set = 💱 Baik, saya guna kadar ini selama seminggu:
expenses-rate-rows = { $n } perbelanjaan minggu itu yang belum ada kadar kini menggunakannya.
expenses-rate-line-hand = { $equation } (daripada anda, { $day })
expenses-rate-line-bank = { $equation } (Bank Pusat Eropah, { $day })
expenses-rate-converted = 💱 { $amount } ≈ { $result }
expenses-rate-none = 💱 Anda belum menetapkan kadar dalam seminggu ini.
expenses-rate-none_of = 💱 Saya tiada kadar { $currency } ke { $into } bagi minggu lepas.
expenses-rate-example = Cuba “1 usd = 4.45”, “/rate eur 4.90” atau “tukar 20 usd ke rm”.
expenses-rate-unclear = 💱 Saya tak faham kadar itu, jadi tiada apa yang berubah.
expenses-rate-not_positive = 💱 Itu mesti lebih daripada sifar, jadi tiada apa yang berubah.
expenses-rate-absurd = 💱 Itu bukan kadar, jadi tiada apa yang berubah.
expenses-rate-same_currency = 💱 Kedua-duanya { $currency }, jadi tiada apa yang perlu ditukar.
