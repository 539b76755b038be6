# Preguntas sobre un gasto. "again" es el segundo intento, "bare" va sin un valor.

expenses-ask-about = Sobre #{ $number } ({ $name }):
expenses-ask-about-known = Sobre #{ $number }, por ahora tengo: { $known }.
expenses-ask-about-noted = 👌 Anotado. Sobre #{ $number }, por ahora tengo: { $known }.
expenses-ask-known = Por ahora tengo: { $known }.
expenses-ask-noted = 👌 Anotado. Por ahora tengo: { $known }.
expenses-ask-amount = 💰 ¿Cuánto fue?
expenses-ask-amount-at = 💰 ¿Cuánto pagaste en { $name }?
expenses-ask-amount-for = 💰 { $name }: ¿cuánto fue?
expenses-ask-amount-unsure = 💰 No sé si he leído bien el importe. ¿Son { $value }?
expenses-ask-amount-unsure-bare = 💰 No consigo leer el importe. ¿Cuánto fue?
expenses-ask-amount-ambiguous = 💰 Ese importe se puede leer de dos maneras. ¿Cuál es?
expenses-ask-amount-zero = 💰 Si fue cero, no hay nada que guardar. ¿Cuánto fue?
expenses-ask-amount-negative = 💰 Eso es menos de cero. ¿Cuál es el importe correcto?
expenses-ask-amount-absurd = 💰 { $value } parece demasiado. ¿Cuánto fue en realidad?
expenses-ask-amount-absurd-bare = 💰 Ese importe parece demasiado. ¿Cuánto fue en realidad?
expenses-ask-amount-too_precise = 💰 { $value } tiene demasiados decimales. ¿Cuánto fue?
expenses-ask-amount-too_precise-bare = 💰 Ese importe tiene demasiados decimales. ¿Cuánto fue?
expenses-ask-amount-again = 🤔 Ahí no veo ningún importe. Basta con el número.
expenses-ask-amount-example = Por ejemplo: { $money }
expenses-ask-merchant = 🏪 ¿En qué lo gastaste? Basta el comercio o unas palabras.
expenses-ask-merchant-of = 🏪 ¿En qué gastaste los { $amount }? Basta el comercio o unas palabras.
expenses-ask-merchant-photo = 🏪 No consigo leer el comercio. ¿Dónde fue?
expenses-ask-merchant-unsure = 🏪 No sé si he leído bien el comercio. ¿Es “{ $value }”?
expenses-ask-merchant-unsure-bare = 🏪 No consigo leer el comercio. ¿Dónde fue?
expenses-ask-merchant-too_short = 🏪 “{ $value }” es demasiado corto para un nombre. ¿Dónde fue?
expenses-ask-merchant-too_short-bare = 🏪 Es demasiado corto para un nombre. ¿Dónde fue?
expenses-ask-merchant-too_long = 🏪 Ese nombre es demasiado largo. ¿Me das uno más corto?
expenses-ask-merchant-again = 🤔 Necesito el comercio, o una o dos palabras sobre lo que compraste.
expenses-ask-merchant-example = Por ejemplo: Starbucks, o almuerzo
expenses-ask-date = 📅 ¿Cuándo fue?
expenses-ask-date-unsure = 📅 No sé si he leído bien la fecha. ¿Es { $value }?
expenses-ask-date-unsure-bare = 📅 No consigo leer la fecha. ¿Cuándo fue?
expenses-ask-date-future = 📅 { $value } aún no ha llegado. ¿Cuándo fue?
expenses-ask-date-future-bare = 📅 Ese día aún no ha llegado. ¿Cuándo fue?
expenses-ask-date-too_old = 📅 { $value }: de eso hace muchísimo. ¿Cuándo fue en realidad?
expenses-ask-date-too_old-bare = 📅 De eso hace muchísimo. ¿Cuándo fue en realidad?
expenses-ask-date-again = 🤔 Ahí no veo ninguna fecha.
expenses-ask-date-example = Por ejemplo: hoy, ayer, o { $date }
expenses-ask-category = 📂 ¿En qué categoría va?
expenses-ask-category-of = 📂 ¿En qué categoría va { $name }?
expenses-ask-category-again = 🤔 Ahí no veo ninguna categoría.
expenses-ask-category-example = Elige una o escribe otra, como Transporte.
expenses-ask-better_image = 📷 Esa foto casi no se lee. ¿Puedes hacer una mejor?
expenses-ask-better_image-reason = 📷 { $reason }
expenses-ask-better_image-again = 🤔 Sigo sin poder leerla. También puedes escribirlo.
expenses-ask-better_image-example =
    💡 Bien extendido, con buena luz y el recibo entero en la imagen.
    O escríbelo, por ejemplo “Starbucks 15,50”.
expenses-ask-offer = ¿O lo dejamos? Puedo descartarlo o guardarlo como borrador.
expenses-ask-duplicate = 👀 Este ya lo tienes. ¿Lo guardo igualmente?
expenses-ask-duplicate-on = 👀 Este ya lo tienes (guardado: { $day }). ¿Lo guardo igualmente?
expenses-ask-duplicate-again = Di sí para guardarlo otra vez, o no para dejarlo.
expenses-ask-to_save = 💾 ¿Guardo { $what }?
expenses-ask-to_save-unsure = 🔎 No sé si he leído bien esto: { $fields }.
expenses-ask-to_save-or_change = 💾 { $what }: ¿es nuevo o es un cambio?
expenses-ask-to_save-row = #{ $number } es { $row }
expenses-ask-to_save-changing = ✏️ { $what }: ¿qué corrijo?
expenses-ask-to_save-example = Por ejemplo: “12,50”, “fue ayer”, “categoría Transporte”
expenses-ask_together = 🔎 Hay { $number } por revisar: { $fields }.
expenses-ask_together-left = 🔎 Quedan { $number } por revisar: { $fields }.
expenses-ask_together-which = 🔎 ¿Cuál? Dime también su número.
expenses-ask_together-same = 👀 { $which } parecen el mismo recibo. Para descartar uno: /cancel { $number }
expenses-ask_together-change = ✏️ Para cambiar uno, pulsa su número o escribe “#{ $number }: { $value }”.
expenses-ask_together-category = { $n ->
    [one] { $n } categoría
   *[other] { $n } categorías
}
expenses-ask_together-amount = { $n ->
    [one] { $n } total
   *[other] { $n } totales
}
expenses-ask_together-merchant = { $n ->
    [one] { $n } comercio
   *[other] { $n } comercios
}
expenses-ask_together-date = { $n ->
    [one] { $n } fecha
   *[other] { $n } fechas
}
expenses-ask-edit = 📝 ¿Qué cambio?
expenses-ask-edit-example = Por ejemplo: “importe 12,50”, “fue ayer”, “categoría Transporte”
expenses-ask-several = 🧾 Veo { $n } recibos en esta foto y he leído el primero. Envía los demás por separado, uno en cada foto.
