expenses-no_import_to_undo = 📊 Tiada import di sini yang boleh ditarik balik.
