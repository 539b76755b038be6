# Expenses as a file.

expenses-export = 📄 { $period }: { $held }
expenses-export-photos = { $n ->
    [one] { $n } receipt
   *[other] { $n } receipts
}
expenses-export-forms = “/export csv” makes CSV files, “/export photos” a ZIP of the receipts.
expenses-export-more = These are the newest of { $total }. For the rest, ask for a shorter period, like “/export july”.
expenses-export-none = 📄 { $period }: nothing saved, so there is no { $form } file.
expenses-export-no_photos = 📄 { $period }: no photos of receipts, so there is no file.
expenses-export-future = 📄 Those days are still to come, so there is no file.
expenses-export-no_room = 📄 There's no room left for that file. Try a shorter period, or tomorrow.
expenses-export-unclear = 📄 Which days? Try “/export”, “/export july csv”, “/export from 1.3. to 31.5.” or “/export photos last month”.
