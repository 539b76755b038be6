# Les dépenses dans un fichier.

expenses-export = 📄 { $period } : { $held }
expenses-export-photos = { $n ->
    [one] { $n } reçu
   *[other] { $n } reçus
}
expenses-export-forms = « /export csv » donne des fichiers CSV, « /export photos » un ZIP des reçus.
expenses-export-more = Ce sont les plus récentes, sur { $total }. Pour les autres, demande une période plus courte, comme « /export 1.7. - 31.7. ».
expenses-export-none = 📄 { $period } : rien d'enregistré, donc pas de fichier { $form }.
expenses-export-no_photos = 📄 { $period } : pas de photos de reçus, donc pas de fichier.
expenses-export-future = 📄 Ces jours sont encore à venir, donc pas de fichier.
expenses-export-no_room = 📄 Il n'y a plus de place pour ce fichier. Essaie une période plus courte, ou demain.
expenses-export-unclear = 📄 Quels jours ? Essaie « /export », « /export csv », « /export 1.3. - 31.5. » ou « /export photos ».
