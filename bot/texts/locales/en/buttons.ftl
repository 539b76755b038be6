# Buttons.

button-answer = This one
button-save_anyway = Save anyway
button-drop = Drop it
button-keep = Keep as draft
button-leave = Leave it as it is
button-edit = Edit
button-undo = Undo
button-restore = Restore
button-resume = Resume
button-for = { $button } { $name }
button-retry = Try again
