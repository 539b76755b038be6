expenses-no_import_to_undo = 📊 Il n'y a ici aucun import à annuler.
