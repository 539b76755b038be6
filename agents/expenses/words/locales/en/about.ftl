# What it can do, in a line and in full, and what it keeps.

expenses-enter = 💾 Shall I note this as spending?
expenses-about = I keep track of what you spend. Type it, like “Starbucks 15.50”, or send a photo of the receipt.
expenses-invite = Send me an expense or a photo.
expenses-also = what you spend
expenses-help =
    • Save an expense: “lunch 12.50” or “paid 30 usd for gas yesterday”
    • Read a photo or PDF of a receipt
    • Change one: “no, it was 16.50”
    • Tell you what you spent: “what did I spend this week?”
    • /history shows what you saved, “/history grab june” searches
    • Import a CSV file of your bank or another app
    • /export sends them as a file
    • /report draws it as a picture
    • /budget sets how much you mean to spend, and I tell you when it is nearly used
    • /rate tells and sets what other currencies are worth
    • /recurring lists what comes every month, and what is missing
    • /debts tells who owes whom
expenses-privacy = • I keep your expenses with every change, and which category you like for which shop; your budgets, rates, what you keep as recurring, who owes whom, and which reports you want.
expenses-command-history = what you saved (“/history grab june”, “/history #12”)
expenses-command-export = expenses as a file (“/export july csv”)
expenses-command-report = a picture of spending (“/report last month”)
expenses-command-budget = what you mean to spend (“/budget food 500”)
expenses-command-rate = what a currency is worth (“/rate usd 4.45”)
expenses-command-digest = reports by themselves (“/digest weekly”)
expenses-command-recurring = what comes again and again
expenses-command-debts = who owes whom (“/debts Ann owes me 20”)
expenses-description = Send me a photo of a receipt, or just type “Starbucks 15.50”. I read it, ask only about what is missing, and keep your expenses.
expenses-short_description = I keep your expenses from photos of receipts and plain words.
expenses-erased-expenses = { $n ->
    [one] { $n } expense
   *[other] { $n } expenses
}
