# Lo que se repite una y otra vez.

expenses-recurring = 🔁 Tus gastos recurrentes:
expenses-recurring-kept = 🔁 Guardado como recurrente:
expenses-recurring-unsaved = Aún no hay nada guardado como pagado: dímelo cada vez que lo pagues. /recurring muestra lo que toca.
expenses-recurring-removed = 🔁 Ya no es recurrente:
expenses-recurring-as_before = 🔁 Como estaba antes:
expenses-recurring-none = 🔁 No hay nada guardado como recurrente. Si algo se repite tres veces con la misma distancia, te propongo guardarlo.
expenses-recurring-not_offered = 🔁 Eso ya no se propone.
expenses-recurring-unknown_name = 🔁 No hay nada llamado “{ $name }” guardado como recurrente.
expenses-recurring-no_amount = 🔁 ¿Cuánto es cada vez? Necesito un importe, así que no ha cambiado nada.
expenses-recurring-unclear = 🔁 No lo he entendido, así que no ha cambiado nada.
expenses-recurring-example = Prueba “Netflix 54,90 cada mes” o “/recurring quitar Netflix”.
expenses-recurring-each-week = { $money } por semana
expenses-recurring-each-two_weeks = { $money } cada dos semanas
expenses-recurring-each-month = { $money } por mes
expenses-recurring-each-year = { $money } por año
expenses-recurring-line-due = • { $name }: { $amount }, próximo: { $day }
expenses-recurring-line-missing = • { $name }: { $amount }, ⚠️ esperado el { $day } y aún sin guardar
expenses-recurring-monthly = En un mes: { $total }
expenses-recurring-offer-week = 🔁 { $name } ({ $money }) se repite cada semana. ¿Lo guardo como recurrente?
expenses-recurring-offer-two_weeks = 🔁 { $name } ({ $money }) se repite cada dos semanas. ¿Lo guardo como recurrente?
expenses-recurring-offer-month = 🔁 { $name } ({ $money }) se repite cada mes. ¿Lo guardo como recurrente?
expenses-recurring-offer-year = 🔁 { $name } ({ $money }) se repite cada año. ¿Lo guardo como recurrente?
expenses-button-keep_recurring = Guardar como recurrente
