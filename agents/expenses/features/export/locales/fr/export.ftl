# Les dépenses dans un fichier.

expenses-export = 📄 { $period } : { $held }
expenses-export-photos = { $n ->
    [one] { $n } reçu
   *[other] { $n } reçus
}
expenses-export-forms = « /export csv » fait des fichiers CSV, « /export photos » un ZIP des reçus.
expenses-export-more = Ce sont les plus récentes, sur { $total }. Pour les autres, demande une période plus courte, comme « /export juillet ».
expenses-export-none = 📄 { $period } : rien d'enregistré, donc pas de fichier { $form }.
expenses-export-no_photos = 📄 { $period } : pas de photos de reçus, donc pas de fichier.
expenses-export-future = 📄 C'est encore à venir, donc pas de fichier.
expenses-export-no_room = 📄 Je n'ai plus de place pour garder ce fichier. Essaie une période plus courte, ou demain.
expenses-export-unclear = 📄 Je n'ai pas compris quels jours. Essaie « /export », « /export juillet csv », « /export du 1/3 au 31/5 » ou « /export photos mois dernier ».
