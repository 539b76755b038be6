# Files that cannot be sent.

intake-file_problem = 😕 { $name }: { $reason }
intake-not_a_file = 😕 „{ $name }“ ist keine Datei, die ich senden kann.
intake-too_large = 😕 „{ $name }“ ist größer als { $limit } MB. Bitte schick eine kleinere.
intake-too_many_files = 😕 Bitte höchstens { $limit } Dateien auf einmal.
intake-no_such_file = 😕 Ich finde die Datei „{ $name }“ nicht.
