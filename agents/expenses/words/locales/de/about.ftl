# What it can do, in a line and in full, and what it keeps.

expenses-enter = 💾 Soll ich das als Ausgabe notieren?
expenses-about = Ich behalte im Blick, was du ausgibst. Tippe es, zum Beispiel „Starbucks 15,50“, oder schick ein Foto vom Beleg.
expenses-invite = Schick mir eine Ausgabe oder ein Foto.
expenses-also = deine Ausgaben
expenses-help =
    • Eine Ausgabe speichern: „Mittagessen 12,50“ oder „gestern 30 USD für Benzin bezahlt“
    • Ein Foto oder PDF eines Belegs lesen
    • Etwas ändern: „nein, es waren 16,50“
    • Sagen, was du ausgegeben hast: „Was habe ich diese Woche ausgegeben?“
    • /history zeigt, was gespeichert ist, „/history rewe juni“ sucht
    • Eine CSV-Datei deiner Bank oder einer anderen App übernehmen
    • /export schickt sie als Datei
    • /report zeichnet sie als Bild
    • /budget legt fest, wie viel du ausgeben willst, und ich sage, wenn es fast verbraucht ist
    • /rate sagt und setzt, was andere Währungen wert sind
    • /recurring zeigt, was jeden Monat kommt und was noch fehlt
    • /debts sagt, wer wem etwas schuldet
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
