# What it can do, in a line and in full, and what it keeps.

expenses-enter = 💾 Shall I note this as spending?
expenses-about = I keep track of what you spend.
expenses-invite = Send me an expense or a photo.
expenses-also = spending
expenses-examples =
    🧾 A receipt | /help receipt | file
    lunch 12.50
    What did I spend this week?
expenses-howto-receipt = 🧾 Send me a photo or a PDF of it, or several at once. I read the shop, the date and the total, and you can change what is wrong.
expenses-help =
    🧾 “lunch 12.50”, or a photo or PDF of a receipt: I save it
    ✏️ “no, it was 16.50”: I change it
    🔎 “what did I spend this week?”: I add it up
    /history what you saved · /report a picture of it · /export a file of it
    /budget how much you mean to spend · /digest a report every week or month
    /recurring what comes again and again · /debts who owes whom · /rate other currencies
    /household share with the people you live with
    📎 A file from your bank (CSV, Excel): I import it
expenses-brief = 💰 Spending: “lunch 12.50” · /history /report /export /budget /digest /recurring /debts /rate /household
expenses-privacy = • I keep your expenses and every change to them, the category you choose for each shop, your budgets, rates, recurring payments and debts, which reports you want, and with whom you share them.
expenses-command-history = what you saved (“/history grab june”, “/history #12”)
expenses-command-export = expenses as a file (“/export july csv”)
expenses-command-report = a picture of spending (“/report last month”)
expenses-command-budget = your budgets (“/budget food 500”)
expenses-command-rate = exchange rates (“/rate usd 4.45”)
expenses-command-digest = regular reports (“/digest weekly”)
expenses-command-recurring = your recurring payments
expenses-command-debts = who owes whom (“/debts Ann owes me 20”)
expenses-command-household = people you share expenses with (“/household invite”)
expenses-description = Send me a photo of a receipt, or just type “Starbucks 15.50”. I read it, ask only about what is missing, and keep your expenses.
expenses-short_description = I keep your expenses from photos of receipts and plain words.
expenses-erased-expenses = { $n ->
    [one] { $n } expense
   *[other] { $n } expenses
}
