# Ausgaben als Datei.

expenses-export = 📄 { $period }: { $held }
expenses-export-photos = { $n ->
    [one] { $n } Beleg
   *[other] { $n } Belege
}
expenses-export-forms = „/export csv“ macht CSV-Dateien, „/export fotos“ ein ZIP der Belege.
expenses-export-more = Das sind die neuesten von { $total }. Für die anderen nenn einen kürzeren Zeitraum, etwa „/export juli“.
expenses-export-none = 📄 { $period }: nichts gespeichert, deshalb gibt es keine { $form }-Datei.
expenses-export-no_photos = 📄 { $period }: keine Fotos von Belegen, deshalb gibt es keine Datei.
expenses-export-future = 📄 Das liegt in der Zukunft, dafür gibt es noch keine Datei.
expenses-export-no_room = 📄 Für diese Datei ist kein Platz mehr. Versuch es mit einem kürzeren Zeitraum oder morgen.
expenses-export-unclear = 📄 Welche Tage? Versuch es mit „/export“, „/export juli csv“, „/export vom 1.3. bis 31.5.“ oder „/export fotos letzten monat“.
expenses-export-sheet-rows = Ausgaben
expenses-export-sheet-months = Nach Monat
expenses-export-sheet-lines = Belegzeilen
expenses-export-column-date = Datum
expenses-export-column-merchant = Laden
expenses-export-column-item = Wofür
expenses-export-column-category = Kategorie
expenses-export-column-amount = Betrag
expenses-export-column-currency = Währung
expenses-export-column-home = Wert in { $currency }
expenses-export-column-kind = Art
expenses-export-column-payment_method = Bezahlt mit
expenses-export-column-tax = Steuer
expenses-export-column-reference = Referenz
expenses-export-column-parts = Aufteilung
expenses-export-column-number = #
expenses-export-column-photo = Foto
expenses-export-column-name = Artikel
expenses-export-column-quantity = Menge
expenses-export-column-unit_price = Einzelpreis
expenses-export-kind-expense = Ausgabe
expenses-export-kind-income = Einnahme
expenses-export-kind-transfer = Umbuchung
expenses-export-title-expense = Ausgegeben
expenses-export-title-income = Eingenommen
expenses-export-title-transfer = Umgebucht
expenses-export-total = Summe
expenses-export-all_in = alles in { $currency }
