expenses-no_import_to_undo = 📊 Hier gibt es keinen Import, den ich zurücknehmen kann.
