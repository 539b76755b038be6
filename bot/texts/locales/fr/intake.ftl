# Les fichiers qui ne peuvent pas être envoyés.

intake-file_problem = 😕 { $name } : { $reason }
intake-not_a_file = 😕 « { $name } » n'est pas un fichier que je peux envoyer.
intake-too_large = 😕 « { $name } » dépasse { $limit } Mo. Envoies-en un plus petit.
intake-too_many_files = 😕 { $limit } fichiers au plus à la fois, s'il te plaît.
intake-no_such_file = 😕 Je ne trouve pas le fichier « { $name } ».
