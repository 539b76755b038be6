expenses-no_import_to_undo = 📊 Aquí no se ha importado nada que se pueda anular.
