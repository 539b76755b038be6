# Files that cannot be sent.

intake-file_problem = 😕 { $name }: { $reason }
intake-not_a_file = 😕 “{ $name }” bukan fail yang boleh saya hantar.
intake-too_large = 😕 “{ $name }” lebih besar daripada { $limit } MB. Sila hantar yang lebih kecil.
intake-too_many_files = 😕 Paling banyak { $limit } fail sekali hantar, ya.
intake-no_such_file = 😕 Saya tidak jumpa fail “{ $name }”.
