# An expense as a task: what is being done, what is waited for, help about a question.

expenses-doing-read-image = reading the photo
expenses-doing-read-pdf = reading the PDF
expenses-doing-decide-what-to-ask = thinking
expenses-doing-categorize = finding a category
expenses-doing-save = saving
expenses-doing-correct = correcting
expenses-help-amount = 💡 I need the amount for { $name }. Type just the number, like { $money }.
expenses-help-merchant = 💡 I need to know what { $name } was for: a shop, or a word like “lunch”.
expenses-help-date = 💡 I need the day for { $name }: “today”, “yesterday” or a date.
expenses-help-category = 💡 I need a category for { $name }. Pick one of mine or type your own.
expenses-help-better_image = 💡 I need a clearer photo of { $name }. Typing shop and amount works too.
expenses-help-proposal = 💡 Shall I save { $name }? Say yes or no.
expenses-help-reading = 💡 Parts of { $name } were hard to read. Say yes if it's right, or tell me what's different.
expenses-help-duplicate = 💡 You seem to have { $name } already. Say yes to save it again, or no.
expenses-help-edit = 💡 Tell me what to change on { $name }, like “amount 12.50”.
expenses-help-retry = 💡 I couldn't finish { $name }. Say “try again”, or drop it.
expenses-help-leave = “I don't know” keeps it as a draft, /cancel drops it.

expenses-waits-amount = how much it was
expenses-waits-merchant = what it was for
expenses-waits-date = when it was
expenses-waits-category = which category fits
expenses-waits-better_image = a clearer photo
expenses-waits-proposal = whether to save it
expenses-waits-reading = whether it was read right
expenses-waits-duplicate = whether to save it again
expenses-waits-edit = what to change
expenses-waits-retry = whether to try again
