# Files that cannot be sent.

intake-file_problem = 😕 { $name }: { $reason }
intake-not_a_file = 😕 “{ $name }” is not a file I can send.
intake-too_large = 😕 “{ $name }” is larger than { $limit } MB. Please send a smaller one.
intake-too_many_files = 😕 At most { $limit } files at a time, please.
intake-no_such_file = 😕 I can't find the file “{ $name }”.
