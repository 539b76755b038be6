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
