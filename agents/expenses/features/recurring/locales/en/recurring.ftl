# What comes again and again.

expenses-recurring = 🔁 Your recurring expenses:
expenses-recurring-kept = 🔁 Kept as recurring:
expenses-recurring-unsaved = Nothing is saved as paid yet: tell me each time you pay it. /recurring shows what is due.
expenses-recurring-removed = 🔁 No longer recurring:
expenses-recurring-as_before = 🔁 As it was before:
expenses-recurring-none = 🔁 Nothing is kept as recurring. What comes three times at even distances, I offer to keep.
expenses-recurring-not_offered = 🔁 That is not offered any more.
expenses-recurring-unknown_name = 🔁 Nothing called “{ $name }” is kept as recurring.
expenses-recurring-no_amount = 🔁 How much is it each time? I need an amount with it, so nothing changed.
expenses-recurring-unclear = 🔁 I did not understand that, so nothing changed.
expenses-recurring-example = Try “Netflix 54.90 every month” or “/recurring remove Netflix”.
expenses-recurring-each-week = { $money } a week
expenses-recurring-each-two_weeks = { $money } every two weeks
expenses-recurring-each-month = { $money } a month
expenses-recurring-each-year = { $money } a year
expenses-recurring-line-due = • { $name }: { $amount }, next on { $day }
expenses-recurring-line-missing = • { $name }: { $amount }, ⚠️ expected on { $day } and not saved yet
expenses-recurring-monthly = In a month: { $total }
expenses-recurring-offer-week = 🔁 { $name } ({ $money }) comes every week. Keep it as recurring?
expenses-recurring-offer-two_weeks = 🔁 { $name } ({ $money }) comes every two weeks. Keep it as recurring?
expenses-recurring-offer-month = 🔁 { $name } ({ $money }) comes every month. Keep it as recurring?
expenses-recurring-offer-year = 🔁 { $name } ({ $money }) comes every year. Keep it as recurring?
expenses-button-keep_recurring = Keep as recurring
