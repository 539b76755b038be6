# Ausgaben als Datei.

expenses-export = 📄 { $period }: { $held }
expenses-export-photos = { $n ->
    [one] { $n } Beleg
   *[other] { $n } Belege
}
expenses-export-forms = „/export csv“ macht CSV-Dateien, „/export fotos“ ein ZIP der Belege.
expenses-export-more = Das sind die neuesten von { $total }. Die anderen bekommst du mit einem kürzeren Zeitraum, etwa „/export juli“.
expenses-export-none = 📄 { $period }: nichts gespeichert, also gibt es keine { $form }-Datei.
expenses-export-no_photos = 📄 { $period }: keine Fotos von Belegen, also gibt es keine Datei.
expenses-export-future = 📄 Das kommt erst noch, also gibt es keine Datei.
expenses-export-no_room = 📄 Für diese Datei ist kein Platz mehr. Versuch einen kürzeren Zeitraum, oder morgen.
expenses-export-unclear = 📄 Ich habe nicht verstanden, welche Tage. Versuch „/export“, „/export juli csv“, „/export vom 1.3. bis 31.5.“ oder „/export fotos letzten monat“.
