# What it can do, in a line and in full, and what it keeps.

expenses-enter = 💾 Soll ich das als Ausgabe notieren?
expenses-about = Ich behalte im Blick, was du ausgibst.
expenses-invite = Schick mir eine Ausgabe oder ein Foto.
expenses-also = Ausgaben
expenses-examples =
    🧾 Ein Beleg | /help receipt
    Mittagessen 12,50
    Was habe ich diese Woche ausgegeben?
expenses-howto-receipt = 🧾 Schick mir ein Foto oder PDF davon, gern mehrere auf einmal. Ich lese Geschäft, Datum und Summe, und du kannst ändern, was nicht stimmt.
expenses-help =
    🧾 „Mittagessen 12,50“, oder ein Foto oder PDF vom Beleg: ich speichere es
    ✏️ „nein, es waren 16,50“: ich ändere es
    🔎 „Was habe ich diese Woche ausgegeben?“: ich rechne es zusammen
    /history was gespeichert ist · /report ein Bild davon · /export eine Datei davon
    /budget wie viel du ausgeben willst · /digest ein Bericht jede Woche oder jeden Monat
    /recurring was immer wieder kommt · /debts wer wem etwas schuldet · /rate andere Währungen
    📎 Eine CSV-Datei deiner Bank: ich übernehme sie
expenses-brief = 💰 Ausgaben: „Mittagessen 12,50“ · /history /report /export /budget /digest /recurring /debts /rate
expenses-privacy = • Ich bewahre deine Ausgaben mit jeder Änderung auf, und welche Kategorie du für welchen Laden magst; dazu deine Budgets, Kurse, was du als wiederkehrend behältst, wer wem etwas schuldet und welche Berichte du willst.
expenses-command-history = was gespeichert ist („/history rewe juni“, „/history #12“)
expenses-command-export = die Ausgaben als Datei („/export juli csv“)
expenses-command-report = die Ausgaben als Bild („/report letzten monat“)
expenses-command-budget = was du ausgeben willst („/budget Essen 500“)
expenses-command-rate = was eine Währung wert ist („/rate usd 0,92“)
expenses-command-digest = Berichte von selbst („/digest wöchentlich“)
expenses-command-recurring = was immer wiederkommt
expenses-command-debts = wer wem etwas schuldet („/debts Anna schuldet mir 20“)
expenses-description = Schick mir ein Foto von einem Beleg, oder tippe einfach „Starbucks 15,50“. Ich lese es, frage nur nach, was fehlt, und bewahre deine Ausgaben auf.
expenses-short_description = Ich merke mir deine Ausgaben, aus Fotos von Belegen und einfachen Worten.
expenses-erased-expenses = { $n ->
    [one] { $n } Ausgabe
   *[other] { $n } Ausgaben
}
