expenses-no_import_to_undo = 📊 Aquí no hay ninguna importación que deshacer.
