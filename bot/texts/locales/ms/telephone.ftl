# Yang pemanggil dengar daripada suara syarikat telefon, dan mula-mula daripada Steward.

telephone-greeting = Helo. Apa yang boleh saya bantu?
telephone-again = Talian tadi terputus. Mari kita sambung.
telephone-person = Saya sambungkan awak kepada seseorang. Sekejap ya.
telephone-emergency = Saya sambungkan awak sekarang juga. Tolong jangan letak telefon.
telephone-busy = Semua talian sedang sibuk. Sila telefon lagi dalam beberapa minit.
telephone-unavailable = Maaf, kami tidak dapat menjawab panggilan awak sekarang. Sila telefon lagi nanti.
telephone-nobody = Maaf, tiada sesiapa dapat menjawab panggilan awak sekarang. Sila telefon lagi nanti.
telephone-nobody_emergency = Tiada jawapan. Jika awak dalam bahaya, sila telefon talian kecemasan sendiri sekarang.
