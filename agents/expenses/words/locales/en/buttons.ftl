# Buttons.

expenses-button-save_anyway = Save anyway
expenses-button-leave = Leave it as it is
expenses-type_your_own = ✍️ Just send the category as a message, like “Pets”.
expenses-button-offered = Add to expenses
expenses-button-together-yes = All right
expenses-button-together-keep = Later
expenses-button-together-no = Show list
expenses-button-save = Save
expenses-button-save-new = Save as new
expenses-button-change = Change
expenses-button-change-other = Change #{ $number }
expenses-button-not_saved = No
expenses-button-change_other = Change the other
expenses-button-save_as_spent = It was spent
expenses-button-save_all = Save all
expenses-button-save_all-counted = Save all { $number }
