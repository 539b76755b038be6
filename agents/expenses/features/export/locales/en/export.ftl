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
expenses-export-sheet-rows = Expenses
expenses-export-sheet-months = By month
expenses-export-sheet-lines = Receipt lines
expenses-export-column-date = Date
expenses-export-column-merchant = Shop
expenses-export-column-item = What for
expenses-export-column-category = Category
expenses-export-column-amount = Amount
expenses-export-column-currency = Currency
expenses-export-column-home = Value in { $currency }
expenses-export-column-kind = Kind
expenses-export-column-payment_method = Paid with
expenses-export-column-tax = Tax
expenses-export-column-reference = Reference
expenses-export-column-parts = Split
expenses-export-column-number = #
expenses-export-column-photo = Photo
expenses-export-column-name = Item
expenses-export-column-quantity = Quantity
expenses-export-column-unit_price = Unit price
expenses-export-kind-expense = Expense
expenses-export-kind-income = Income
expenses-export-kind-transfer = Transfer
expenses-export-title-expense = Spent
expenses-export-title-income = Came in
expenses-export-title-transfer = Moved
expenses-export-total = Total
expenses-export-all_in = all in { $currency }
