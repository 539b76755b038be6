# Eine Tabelle wird übernommen: was gespeichert würde, was gespeichert ist, was wegbleibt.

expenses-card-table = 📊 Tabelle
expenses-doing-read-the-table = lese die Tabelle
expenses-doing-save-the-table = speichere die Tabelle
expenses-waits-import = ob die Tabelle übernommen wird
expenses-help-import = 💡 Von der Tabelle ist noch nichts gespeichert. „Ja“ speichert die gezeigten Zeilen, „nein“ nicht.
expenses-button-import = Übernehmen
expenses-button-import_days = Datum anders lesen
expenses-button-import_signs = Vorzeichen umdrehen
expenses-button-import_all = Die auch übernehmen
expenses-button-import_new = Die weglassen
expenses-button-import_rows = Zeilen zeigen
expenses-button-import_currency = Andere Währung
expenses-button-import_named = Welche Zeilen
expenses-import-button-import_named-all = Alle
expenses-import-button-import_named-none = Keine davon
expenses-import-button-rows = { $n ->
    [one] ✅ { $n } Zeile übernehmen
   *[other] ✅ { $n } Zeilen übernehmen
}
expenses-import-button-import_all-deleted = Gelöschte übernehmen
expenses-import-button-import_new-deleted = Gelöschte weglassen
expenses-import-button-import_days-day = Tag zuerst (31/12)
expenses-import-button-import_days-month = Monat zuerst (12/31)
expenses-import-button-all_rows = Alle Zeilen zeigen
expenses-import-button-page = Zeilen { $first }–{ $last }
expenses-import-button-currency = Es ist { $currency }
expenses-import-rows = { $n ->
    [one] { $n } Zeile
   *[other] { $n } Zeilen
}
expenses-ask_import = 📊 Ich habe { $rows } gelesen, { $period }. Gespeichert ist noch nichts.
expenses-ask_import-all_known = { $n ->
    [one] 👀 Die einzige Zeile dieser Datei ist schon gespeichert.
   *[other] 👀 Alle { $n } Zeilen dieser Datei sind schon gespeichert.
}
expenses-ask_import-nothing_new = 👀 In dieser Datei ist nichts Neues.
expenses-ask_import-columns = 🧭 Spalten: { $columns }
expenses-ask_import-question = Soll ich sie übernehmen? „Ohne 3 und 7“ oder „ohne Netflix“ lässt Zeilen weg.
expenses-ask_import-which = { $n ->
    [one] 🤔 „{ $name }“ steht in { $n } Zeile:
   *[other] 🤔 „{ $name }“ steht in { $n } Zeilen:
}
expenses-ask_import-which_question = Meinst du alle? Sonst nenn mir die Nummern.
expenses-ask_import-unknown = 🤔 „{ $name }“ steht in keiner Zeile. Nenn mir lieber die Nummer.
expenses-ask_import-changed = 👀 Inzwischen sind es andere Zeilen. Schau bitte noch einmal drauf.
expenses-ask_import-nothing_left = Es ist keine Zeile mehr übrig.
expenses-ask_import-again = „Ja“ übernimmt sie, „nein“ nicht. Einzelne Zeilen kannst du nach dem Import ändern.
expenses-import-expense = Ausgegeben: { $money } ({ $rows })
expenses-import-income = Eingenommen: { $money } ({ $rows })
expenses-import-transfer = Zwischen eigenen Konten: { $money } ({ $rows })
expenses-import-known = { $n ->
    [one] 👀 { $n } Zeile ist wohl schon gespeichert und bleibt weg.
   *[other] 👀 { $n } Zeilen sind wohl schon gespeichert und bleiben weg.
}
expenses-import-too = { $n ->
    [one] 👀 { $n } Zeile ist wohl schon gespeichert und würde noch einmal gespeichert.
   *[other] 👀 { $n } Zeilen sind wohl schon gespeichert und würden noch einmal gespeichert.
}
expenses-import-deleted = { $n ->
    [one] 🗑️ { $n } Zeile hast du nach einem früheren Import gelöscht, sie bleibt weg.
   *[other] 🗑️ { $n } Zeilen hast du nach einem früheren Import gelöscht, sie bleiben weg.
}
expenses-import-deleted_too = { $n ->
    [one] 🗑️ { $n } Zeile, die du nach einem früheren Import gelöscht hast, kommt wieder.
   *[other] 🗑️ { $n } Zeilen, die du nach einem früheren Import gelöscht hast, kommen wieder.
}
expenses-import-left_out = { $n ->
    [one] ⚠️ Weggelassen: { $n } Zeile
   *[other] ⚠️ Weggelassen: { $n } Zeilen
}
expenses-import-line = { "   " }Zeile { $lines }: { $why }
expenses-import-more = { $n ->
   *[other] { "   " }… und { $n } weitere
}
expenses-import-no_currency = 🤔 In der Datei steht keine Währung, also habe ich { $currency } genommen. Ist es eine andere?
expenses-import-left_by_person = { $n ->
    [one] ✖️ { $n } Zeile weggelassen, wie du wolltest
   *[other] ✖️ { $n } Zeilen weggelassen, wie du wolltest
}
expenses-import-day_first = 🤔 Beim Datum habe ich den Tag zuerst gelesen.
expenses-import-month_first = 🤔 Beim Datum habe ich den Monat zuerst gelesen.
expenses-import-signs = 🤔 Wenn Einnahmen als Ausgaben erscheinen, drück „Vorzeichen umdrehen“.
expenses-import-column-date = Datum
expenses-import-column-amount = Betrag
expenses-import-column-debit = Ausgang
expenses-import-column-credit = Eingang
expenses-import-column-merchant = Laden
expenses-import-column-payer = bezahlt von
expenses-import-column-text = Beschreibung
expenses-import-column-item = wofür
expenses-import-column-category = Kategorie
expenses-import-column-currency = Währung
expenses-import-column-notes = Notizen
expenses-import-column-reference = Referenz
expenses-import-column-payment = bezahlt mit
expenses-import-column-kind = Ein- oder Ausgang
expenses-import-column-tax = Steuer
expenses-import-column-fee = Gebühr
expenses-import-column-state = Status
expenses-import-why-broken = beschädigt: andere Spalten als der Rest oder unlesbare Zeichen
expenses-import-why-date = kein lesbares Datum
expenses-import-why-future = ein Tag in der Zukunft
expenses-import-why-old = ein Tag vor dem Jahr 2000
expenses-import-why-amount = kein lesbarer Betrag
expenses-import-why-zero = ein Betrag von null
expenses-import-why-absurd = ein viel zu großer Betrag
expenses-import-why-precise = ein Betrag mit zu vielen Nachkommastellen
expenses-import-why-currency = eine Währung, die ich nicht kenne
expenses-import-why-name = es steht nicht da, wofür es war
expenses-import-why-undone = abgelehnt, storniert oder noch vorgemerkt
expenses-import-why-total = eine Summe oder ein Saldo, keine Zahlung
expenses-import-why-repeated = noch einmal dieselbe Zeile mit derselben Referenz
expenses-imported = { $n ->
    [one] ✅ { $n } Zeile übernommen
   *[other] ✅ { $n } Zeilen übernommen
}
expenses-imported-none = 👌 Es gab nichts Neues zu übernehmen.
expenses-imported-correct = Sie beginnen bei #{ $number }. „#{ $number } es waren 12,50“ korrigiert eine, „rückgängig“ nimmt alle zurück.
expenses-import_no_row = 🤔 #{ $number } ist der Import selbst. Seine Zeilen sind #{ $first } bis #{ $last }.
expenses-import_dropped = 👍 Gut, es wurde nichts übernommen.
expenses-import_taken_back = { $n ->
    [one] 🧹 Import zurückgenommen: { $n } Zeile zählt nicht mehr
   *[other] 🧹 Import zurückgenommen: { $n } Zeilen zählen nicht mehr
}
expenses-import_restored = { $n ->
    [one] ✅ Der Import ist wieder da: { $n } Zeile zählt wieder
   *[other] ✅ Der Import ist wieder da: { $n } Zeilen zählen wieder
}
expenses-no_import-empty = 😕 Diese Datei ist leer.
expenses-no_import-too_large = 😕 Diese Tabelle ist größer als { $megabytes } MB. Bitte schick sie in Teilen, zum Beispiel je ein Jahr.
expenses-no_import-too_many = 😕 Diese Tabelle hat mehr als { $rows } Zeilen. Bitte schick sie in Teilen, zum Beispiel je ein Jahr.
expenses-no_import-encoding = 😕 Ich kann die Zeichen in dieser Datei nicht lesen. Bitte speichere sie als CSV in UTF-8 und schick sie noch einmal.
expenses-no_import-no_table = 😕 In dieser Datei finde ich keine Zahlungen. Ich kann lesen, was Banken und andere Apps als CSV, Excel (XLSX), OFX, QIF, CAMT oder MT940 ausgeben.
expenses-no_import-encrypted = 😕 Diese Datei ist mit einem Passwort geschützt. Bitte speichere sie ohne Passwort und schick sie noch einmal.
expenses-no_import-old_workbook = 😕 Das ist eine alte Excel-Datei (XLS), die kann ich nicht lesen. Bitte speichere sie als XLSX oder CSV und schick sie noch einmal.
expenses-no_import-broken = 😕 Diese Datei ist beschädigt oder unvollständig. Bitte lade sie bei deiner Bank noch einmal herunter.
expenses-no_import-only_headings = 😕 Diese Tabelle hat Überschriften, aber keine Zeilen.
expenses-no_import-no_date = 😕 Ich finde in dieser Tabelle keine Spalte mit dem Datum.
expenses-no_import-no_amount = 😕 Ich finde in dieser Tabelle keine Spalte mit Beträgen.
expenses-no_import-nothing = 😕 In dieser Tabelle ist nichts, was ich speichern kann.
expenses-provenance-file = 🔎 { $value } steht in Zeile { $evidence } der Datei, die du übernommen hast.
expenses-provenance-file-bare = 🔎 { $value } steht in der Datei, die du übernommen hast.
