expenses-no_import_to_undo = 📊 Hier wurde nichts importiert, was zurückgenommen werden könnte.
