# What it can do, in a line and in full, and what it keeps.

expenses-enter = 💾 Soll ich das als Ausgabe notieren?
expenses-about = Ich behalte deine Ausgaben im Blick.
expenses-invite = Schick mir eine Ausgabe oder ein Foto.
expenses-also = Ausgaben
expenses-examples =
    🧾 Ein Beleg | /help receipt | file
    Mittagessen 12,50
    Was habe ich diese Woche ausgegeben?
expenses-howto-receipt = 🧾 Schick mir ein Foto oder PDF davon, gern mehrere auf einmal. Ich lese Laden, Datum und Summe, und du kannst ändern, was nicht stimmt.
expenses-help =
    🧾 „Mittagessen 12,50“ oder ein Foto oder PDF vom Beleg: Ich speichere es
    ✏️ „nein, es waren 16,50“: Ich ändere es
    🔎 „Was habe ich diese Woche ausgegeben?“: Ich rechne es zusammen
    /history deine Ausgaben · /report als Bild · /export als Datei
    /budget wie viel du ausgeben willst · /digest jede Woche oder jeden Monat ein Bericht
    /recurring wiederkehrende Ausgaben · /debts wer wem etwas schuldet · /rate Wechselkurse
    /household teilen, mit wem du wohnst
    📎 Eine Datei deiner Bank (CSV, Excel): Ich übernehme sie
expenses-brief = 💰 Ausgaben: „Mittagessen 12,50“ · /history /report /export /budget /digest /recurring /debts /rate /household
expenses-privacy = • Ich speichere deine Ausgaben mit jeder Änderung und welche Kategorie du für welchen Laden wählst, dazu deine Budgets, Wechselkurse und wiederkehrenden Ausgaben, wer wem etwas schuldet, welche Berichte du bekommst und mit wem du teilst.
expenses-command-history = deine Ausgaben („/history rewe juni“, „/history #12“)
expenses-command-export = deine Ausgaben als Datei („/export juli csv“)
expenses-command-report = deine Ausgaben als Bild („/report letzten monat“)
expenses-command-budget = deine Budgets („/budget Essen 500“)
expenses-command-rate = Wechselkurse („/rate usd 0,92“)
expenses-command-digest = regelmäßige Berichte („/digest wöchentlich“)
expenses-command-recurring = wiederkehrende Ausgaben
expenses-command-debts = wer wem etwas schuldet („/debts Anna schuldet mir 20“)
expenses-command-household = mit wem du deine Ausgaben teilst („/household einladen“)
expenses-description = Schick mir ein Foto vom Beleg oder tippe einfach „Starbucks 15,50“. Ich lese es, frage nur nach, was fehlt, und behalte deine Ausgaben im Blick.
expenses-short_description = Ich notiere deine Ausgaben: Ein Foto vom Beleg oder ein paar Worte genügen.
expenses-erased-expenses = { $n ->
    [one] { $n } Ausgabe
   *[other] { $n } Ausgaben
}
