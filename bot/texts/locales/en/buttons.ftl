# Buttons.

button-answer = This one
button-drop = Drop it
button-keep = Keep as draft
button-yes = Yes
button-no = No
button-edit = Edit
button-undo = Undo
button-restore = Restore
button-resume = Resume
button-for = { $button } { $name }
button-retry = Try again
button-offer = Use it
button-enter = Yes
button-leave = No
