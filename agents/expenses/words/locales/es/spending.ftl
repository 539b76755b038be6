# Lo que se ha gastado.

expenses-spending-total = 📊 { $period }: { $totals }
expenses-spending-total-one_of = { $money } ({ $expenses })
expenses-spending-expenses = { $n ->
    [one] { $n } gasto
   *[other] { $n } gastos
}
expenses-spending-list = 🧾 { $period }:
expenses-spending-largest = 🧾 { $period }, los más altos:
expenses-spending-none = 📊 { $period }: nada guardado.
expenses-spending-waiting = ⏳ Aún sin contar: { $totals }, falta tu respuesta.
expenses-spending-category = { $icon } { $category }: { $money }
expenses-spending-period-all = desde el principio
expenses-spending-period-day = el { $day }
expenses-spending-period-today = hoy
expenses-spending-period-yesterday = ayer
expenses-spending-period-this_week = esta semana
expenses-spending-period-this_month = este mes
expenses-spending-period-this_year = este año
expenses-spending-period-last_week = la semana pasada
expenses-spending-period-between = del { $since } al { $until }
expenses-spending-period-since = desde el { $since }
expenses-spending-period-until = hasta el { $until }
expenses-spending-smallest = 🧾 { $period }, los más bajos:
expenses-spending-first = 🗓️ { $period }, la primera vez:
expenses-spending-last = 🗓️ { $period }, la última vez:
expenses-spending-lines = 🧺 { $period }, lo que compraste:
expenses-spending-newest = Estos son los más recientes; hay más.
expenses-spending-of_all = De { $totals } en total.
expenses-spending-future = 🔮 { $period }: eso aún no ha llegado, así que no hay nada guardado.
expenses-spending-count = 🔢 { $period }: { $times }, { $totals }
expenses-spending-average = 📊 { $period }, en promedio:
expenses-spending-average-of = De { $totals }.
expenses-spending-per-day = • { $money } al día
expenses-spending-per-week = • { $money } a la semana
expenses-spending-per-month = • { $money } al mes
expenses-spending-per-visit = • { $money } cada vez
expenses-spending-against = { $period }: { $totals }
expenses-spending-more = ⬆️ { $money } más
expenses-spending-less = ⬇️ { $money } menos
expenses-spending-same = = lo mismo ({ $money } de diferencia)
expenses-spending-so_far = En los mismos días: { $totals }
expenses-spending-so_far-week = Mismos días de la semana pasada: { $totals }
expenses-spending-so_far-month = Mismos días del mes pasado: { $totals }
expenses-spending-so_far-year = Mismos días del año pasado: { $totals }
expenses-spending-share = Es el { $percent } de { $money }.
expenses-spending-balance = ⚖️ { $period }, queda: { $totals }
expenses-spending-came_in = ⬇️ Recibido: { $totals }
expenses-spending-went_out = ⬆️ Gastado: { $totals }
expenses-spending-nothing = nada
expenses-spending-income = ingresos
expenses-spending-unnamed = (sin indicar)
expenses-spending-group = • { $name }: { $money } ({ $n }×)
expenses-spending-week = semana del { $day }
expenses-spending-day = { $day }
expenses-spending-by-shop = 🏪 { $period }, por comercio: { $totals }
expenses-spending-by-category = 📊 { $period }, por categoría: { $totals }
expenses-spending-by-payment = 💳 { $period }, por forma de pago: { $totals }
expenses-spending-by-month = 📅 { $period }, por mes: { $totals }
expenses-spending-by-week = 📅 { $period }, por semana: { $totals }
expenses-spending-by-day = 📅 { $period }, por día: { $totals }
expenses-spending-at_home = ≈ { $money } en total, al cambio de cada día
expenses-spending-times = { $n ->
    [one] una vez
   *[other] { $n } veces
}
expenses-spending-received = { $n ->
    [one] { $n } pago recibido
   *[other] { $n } pagos recibidos
}
expenses-spending-unrated = { $n ->
    [one] Sin total en { $currency }: a { $n } le falta el tipo de cambio.
   *[other] Sin total en { $currency }: a { $n } les falta el tipo de cambio.
}
expenses-spending-household = hogar
expenses-spending-entered-own = • Tú: { $money }
expenses-spending-entered-other = • { $name }: { $money }
expenses-spending-since_joining = Cuenta lo que cada uno ha guardado desde que se unió.
expenses-spending-since_joining-member = Cuenta lo que { $name } ha guardado desde que se unió.
expenses-spending-unknown_member = 🏠 Nadie que se llame “{ $name }” comparte gastos contigo.
expenses-not_yours = 🏠 “{ $what }” lo anotó { $name }, así que solo { $name } puede cambiarlo.
expenses-theirs_to_change = Solo quien anotó un gasto puede cambiarlo.
expenses-hint-heard = 🔎 No he encontrado “{ $heard }” entre lo último guardado. { $hint }
expenses-hint-change = Para cambiar un gasto, responde a su ficha con el dato correcto o escribe “#{ $number } eran 13”.
expenses-hint-take_back = Para borrar uno, responde a su ficha con “deshacer” o escribe “deshacer #{ $number }”.
expenses-hint-bring_back = 💡 Para recuperar uno, pulsa Restaurar debajo de lo que borraste, o Retomar debajo de un borrador.
expenses-hint-spending = 💡 Pregúntame, por ejemplo: “¿cuánto gasté en octubre?”, “¿cuánto en Carrefour la semana pasada?”, “¿cuánto he gastado en comida este mes?” o “gastos por categoría este mes”.

# Lo que cuenta el mensaje de un banco que no es un gasto.
expenses-notice-code = 🔑 Es un código de un banco, no un pago: no se ha guardado nada. Mejor no compartas esos códigos con nadie.
expenses-notice-declined = 🚫 Ese pago no se llegó a hacer, así que no se ha guardado nada.
expenses-notice-money_in = ↩️ Ha entrado dinero, pero no sé cuánto ni de quién, así que no se ha guardado nada. Dime: “recibí 45 de Amazon”.
expenses-notice-due = 📅 Eso aún no está pagado, así que no se ha guardado nada. Envíalo otra vez cuando lo esté, o dime: “Netflix 54”.
expenses-notice-moved = 🔁 Es un traspaso entre tus cuentas, pero no sé de cuánto, así que no se ha guardado nada. Dime: “saqué 200 en efectivo”.
expenses-notice-offer = 📣 Es una oferta, no un pago: no se ha guardado nada.
expenses-notice-balance = 💰 Es el saldo de una cuenta, no un pago: no se ha guardado nada.
