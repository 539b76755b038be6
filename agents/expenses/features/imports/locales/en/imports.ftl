expenses-no_import_to_undo = 📊 Nothing was imported here that could be taken back.
