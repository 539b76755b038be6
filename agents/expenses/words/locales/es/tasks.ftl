# Un gasto como tarea: qué se está haciendo, qué se espera, ayuda con una pregunta.

expenses-doing-read-image = leyendo la foto
expenses-doing-read-pdf = leyendo el PDF
expenses-doing-decide-what-to-ask = pensando
expenses-doing-categorize = buscando una categoría
expenses-doing-save = guardando
expenses-doing-correct = corrigiendo
expenses-help-amount = 💡 Necesito el importe de { $name }. Escribe solo el número, como { $money }.
expenses-help-merchant = 💡 { $name }: necesito saber en qué fue. Dime un comercio o una palabra como “almuerzo”.
expenses-help-date = 💡 Necesito la fecha de { $name }: “hoy”, “ayer” o un día concreto.
expenses-help-category = 💡 Necesito una categoría para { $name }. Elige una de las mías o escribe la tuya.
expenses-help-better_image = 💡 Necesito una foto más clara de { $name }. También puedes escribir comercio e importe.
expenses-help-proposal = 💡 ¿Guardo { $name }? Di sí o no.
expenses-help-reading = 💡 Partes de { $name } se leían mal. Di sí si está bien, o dime qué corrijo.
expenses-help-duplicate = 💡 { $name } parece estar ya guardado. Di sí para guardarlo otra vez, o no.
expenses-help-edit = 💡 Dime qué cambiar en { $name }, por ejemplo “importe 12,50”.
expenses-help-retry = 💡 No he podido terminar { $name }. Di “reintentar”, o descártalo.
expenses-help-leave = “no sé” lo deja como borrador, /cancel lo descarta.

expenses-waits-amount = cuánto fue
expenses-waits-merchant = en qué lo gastaste
expenses-waits-date = cuándo fue
expenses-waits-category = en qué categoría va
expenses-waits-better_image = una foto más clara
expenses-waits-proposal = si lo guardo
expenses-waits-reading = si lo he leído bien
expenses-waits-duplicate = si lo guardo otra vez
expenses-waits-edit = qué cambiar
expenses-waits-retry = si lo reintento
