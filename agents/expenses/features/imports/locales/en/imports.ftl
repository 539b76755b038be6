expenses-no_import_to_undo = 📊 There's no import here to undo.
