# A table that is imported: what it would save, what it saved, what is left out.

expenses-card-table = 📊 Table
expenses-doing-read-the-table = reading the table
expenses-doing-save-the-table = saving the table
expenses-waits-import = whether to import the table
expenses-help-import = 💡 Nothing of the table is saved yet. Say yes to save the rows I showed, or no.
expenses-button-import = Import
expenses-button-import_days = Read the dates the other way
expenses-button-import_signs = Flip the signs
expenses-button-import_all = Import those too
expenses-button-import_new = Leave those out
expenses-button-import_rows = Show rows
expenses-button-import_currency = Other currency
expenses-button-import_named = Which rows
expenses-import-button-import_named-all = All of them
expenses-import-button-import_named-none = None of them
expenses-import-button-rows = { $n ->
    [one] ✅ Import { $n } row
   *[other] ✅ Import { $n } rows
}
expenses-import-button-import_all-deleted = Import the deleted ones
expenses-import-button-import_new-deleted = Leave out the deleted ones
expenses-import-button-import_days-day = Day first (31/12)
expenses-import-button-import_days-month = Month first (12/31)
expenses-import-button-all_rows = Show all rows
expenses-import-button-page = Rows { $first }–{ $last }
expenses-import-button-currency = It's { $currency }
expenses-import-rows = { $n ->
    [one] { $n } row
   *[other] { $n } rows
}
expenses-ask_import = 📊 I read { $rows }, { $period }. Nothing is saved yet.
expenses-ask_import-all_known = { $n ->
    [one] 👀 The only row of this file is saved already.
   *[other] 👀 All { $n } rows of this file are saved already.
}
expenses-ask_import-nothing_new = 👀 There is nothing new in this file.
expenses-ask_import-columns = 🧭 Columns: { $columns }
expenses-ask_import-question = Shall I import them? “Leave out 3 and 7” or “without Netflix” leaves rows out.
expenses-ask_import-which = { $n ->
    [one] 🤔 { $n } row is called “{ $name }”:
   *[other] 🤔 { $n } rows are called “{ $name }”:
}
expenses-ask_import-which_question = Do you mean all of them? If not, tell me the numbers.
expenses-ask_import-unknown = 🤔 No row is called “{ $name }”. Tell me its number instead.
expenses-ask_import-changed = 👀 The rows to import have changed in the meantime. Please look again.
expenses-ask_import-nothing_left = No row is left to import.
expenses-ask_import-again = Yes imports them, no leaves the file. Single rows can be changed once they are imported.
expenses-import-expense = Spent: { $money } ({ $rows })
expenses-import-income = Came in: { $money } ({ $rows })
expenses-import-transfer = Between your own accounts: { $money } ({ $rows })
expenses-import-known = { $n ->
    [one] 👀 { $n } row is probably saved already, so I leave it out.
   *[other] 👀 { $n } rows are probably saved already, so I leave them out.
}
expenses-import-too = { $n ->
    [one] 👀 { $n } row is probably saved already and would be saved again.
   *[other] 👀 { $n } rows are probably saved already and would be saved again.
}
expenses-import-deleted = { $n ->
    [one] 🗑️ { $n } row that you deleted after an earlier import stays out.
   *[other] 🗑️ { $n } rows that you deleted after an earlier import stay out.
}
expenses-import-deleted_too = { $n ->
    [one] 🗑️ { $n } row that you deleted after an earlier import comes back.
   *[other] 🗑️ { $n } rows that you deleted after an earlier import come back.
}
expenses-import-left_out = { $n ->
    [one] ⚠️ Left out: { $n } line
   *[other] ⚠️ Left out: { $n } lines
}
expenses-import-line = { "   " }Line { $lines }: { $why }
expenses-import-more = { $n ->
   *[other] { "   " }… and { $n } more
}
expenses-import-no_currency = 🤔 The file doesn't name a currency, so I took { $currency }. Is it another one?
expenses-import-left_by_person = { $n ->
    [one] ✖️ { $n } row left out, as you said
   *[other] ✖️ { $n } rows left out, as you said
}
expenses-import-day_first = 🤔 I read the dates with the day first.
expenses-import-month_first = 🤔 I read the dates with the month first.
expenses-import-signs = 🤔 If income shows up as spending, press “Flip the signs”.
expenses-import-column-date = date
expenses-import-column-amount = amount
expenses-import-column-debit = money out
expenses-import-column-credit = money in
expenses-import-column-merchant = shop
expenses-import-column-payer = paid by
expenses-import-column-text = description
expenses-import-column-item = what for
expenses-import-column-category = category
expenses-import-column-currency = currency
expenses-import-column-notes = notes
expenses-import-column-reference = reference
expenses-import-column-payment = paid with
expenses-import-column-kind = which way
expenses-import-column-tax = tax
expenses-import-column-fee = fee
expenses-import-column-state = state
expenses-import-why-broken = broken: other columns than the rest, or unreadable characters
expenses-import-why-date = no date I can read
expenses-import-why-future = a day in the future
expenses-import-why-old = a day before the year 2000
expenses-import-why-amount = no amount I can read
expenses-import-why-zero = an amount of zero
expenses-import-why-absurd = an amount that is far too big
expenses-import-why-precise = an amount with too many decimals
expenses-import-why-currency = a currency I don't know
expenses-import-why-name = nothing says what it was for
expenses-import-why-undone = declined, reverted or still pending
expenses-import-why-total = a total or balance, not a payment
expenses-import-why-repeated = the same line with the same reference again
expenses-imported = { $n ->
    [one] ✅ Imported { $n } row
   *[other] ✅ Imported { $n } rows
}
expenses-imported-none = 👌 There was nothing new to import.
expenses-imported-correct = They start at #{ $number }. “#{ $number } it was 12.50” corrects one, “undo” removes them all.
expenses-import_no_row = 🤔 #{ $number } is the import itself. Its rows are #{ $first } to #{ $last }.
expenses-import_dropped = 👍 OK, nothing was imported.
expenses-import_taken_back = { $n ->
    [one] 🧹 The import is taken back: { $n } row no longer counts
   *[other] 🧹 The import is taken back: { $n } rows no longer count
}
expenses-import_restored = { $n ->
    [one] ✅ The import is back: { $n } row counts again
   *[other] ✅ The import is back: { $n } rows count again
}
expenses-no_import-empty = 😕 That file is empty.
expenses-no_import-too_large = 😕 That table is larger than { $megabytes } MB. Please send it in parts, a year at a time for example.
expenses-no_import-too_many = 😕 That table has more than { $rows } rows. Please send it in parts, a year at a time for example.
expenses-no_import-encoding = 😕 I can't read the characters in that file. Please save it as CSV in UTF-8 and send it again.
expenses-no_import-no_table = 😕 I can't find any payments in that file. I can read what banks and other apps export as CSV, Excel (XLSX), OFX, QIF, CAMT or MT940.
expenses-no_import-encrypted = 😕 That file is protected by a password. Please save it without one and send it again.
expenses-no_import-old_workbook = 😕 That is an old Excel file (XLS), which I can't read. Please save it as XLSX or CSV and send it again.
expenses-no_import-broken = 😕 That file is damaged or incomplete. Please download it from your bank again.
expenses-no_import-only_headings = 😕 That table has headings but no rows.
expenses-no_import-no_date = 😕 I can't find a column with dates in that table.
expenses-no_import-no_amount = 😕 I can't find a column with amounts in that table.
expenses-no_import-nothing = 😕 There's nothing in that table that I can save.
expenses-provenance-file = 🔎 { $value } is in line { $evidence } of the file you imported.
expenses-provenance-file-bare = 🔎 { $value } is in the file you imported.
