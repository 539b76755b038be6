# Archivos que no se pueden enviar.

intake-file_problem = 😕 { $name }: { $reason }
intake-not_a_file = 😕 “{ $name }” no es un archivo que pueda enviar.
intake-too_large = 😕 “{ $name }” ocupa más de { $limit } MB. Envía uno más pequeño.
intake-too_many_files = 😕 Como máximo { $limit } archivos a la vez, por favor.
intake-no_such_file = 😕 No encuentro el archivo “{ $name }”.
