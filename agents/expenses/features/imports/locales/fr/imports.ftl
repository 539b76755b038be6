expenses-no_import_to_undo = 📊 Il n'y a pas d'import à annuler ici.
