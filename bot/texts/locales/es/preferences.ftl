# Moneda, idioma, zona horaria, privacidad y borrarlo todo.

button-prefer = Este
button-prefer_back = ↩️ Volver a { $value }
button-erase = 🗑️ Borrar todo
button-keep_data = Conservarlo

conversation-preference = 👍 Anotado.
conversation-preference-same = 👌 Ya lo tenías así: { $after }.
conversation-preference-currency = 💱 Los importes sin moneda van ahora en { $after }. Antes: { $before }.
conversation-preference-currency-kept = Lo que me contaste antes conserva su moneda; los totales salen por moneda.
conversation-preference-language = 🗣️ Ahora hablamos { $after }. Antes: { $before }.
conversation-preference-timezone = 🕐 Tu zona horaria es ahora { $after } (hora local: { $time }). Antes: { $before }.

conversation-ask_preference = ⚙️ Puedes cambiar la moneda (/currency), el idioma (/language) y la zona horaria (/timezone).
conversation-ask_preference-currency = 💱 ¿Qué moneda uso cuando no dices ninguna? Ahora es { $current }.
conversation-ask_preference-currency-refused = 🤔 No conozco la moneda “{ $refused }”. Usa un código de tres letras, como MXN o EUR.
conversation-ask_preference-currency-example = Elige una o escribe otra: “/currency USD”.
conversation-ask_preference-currency-offered = 💱 ¿Cuento en { $offered }?
conversation-ask_preference-language = 🗣️ ¿En qué idioma hablamos? Ahora es { $current }.
conversation-ask_preference-language-refused = 🤔 Lo siento, no hablo “{ $refused }”.
conversation-ask_preference-language-example = Elige uno. Para ver números y fechas de otra forma, di también el país: “/language es_MX”.
conversation-ask_preference-language-offered = 🗣️ Escribes en español. ¿Te respondo también en español?
conversation-ask_preference-timezone = 🕐 ¿En qué zona horaria estás? Ahora es { $current }.
conversation-ask_preference-timezone-refused = 🤔 No conozco la zona horaria “{ $refused }”.
conversation-ask_preference-timezone-example = Elige una o escribe una ciudad o zona: “/timezone Madrid”.
conversation-ask_preference-timezone-offered = 🕐 ¿Uso la zona horaria { $offered }? De ella depende cuándo empieza y acaba cada día.

conversation-privacy =
    🔒 Qué guardo y cómo borrarlo
    • Guardo tus mensajes y mis respuestas, tus fotos y archivos con lo que leo en ellos, los borradores sin terminar, tu moneda, idioma y zona horaria, y cuántas veces se ha usado para ti el modelo de IA.
    • Mi administrador puede leerlo todo. Las demás personas que me escriben no, salvo que un grupo comparta lo que guardo: entonces lo ven todos los que están en él. Lo que se dice en un grupo, lo ve el grupo.
    • Si mi administrador usa un modelo de lenguaje, lo que escribes, dices o fotografías puede llegar a su proveedor.
conversation-privacy-days =
    { $n ->
        [one] • Los mensajes, borradores y fotos de los que no se guardó nada se borran al cabo de { $n } día. Lo guardado se queda, con sus fotos, hasta que lo borres.
       *[other] • Los mensajes, borradores y fotos de los que no se guardó nada se borran al cabo de { $n } días. Lo guardado se queda, con sus fotos, hasta que lo borres.
    }
conversation-privacy-no_days = • Los mensajes, borradores y fotos de los que no se guardó nada se borran al cabo de un tiempo. Lo guardado se queda, con sus fotos, hasta que lo borres.
conversation-privacy-more =
    • El registro de cómo he trabajado con tus mensajes también contiene su texto. El servidor de mi administrador lo elimina unos días después de terminar nuestra conversación; cuántos, lo decide mi administrador.
    • /deletemydata borra todo lo anterior definitivamente, también ese registro, casi siempre en unos minutos, y te aviso cuando esté hecho. La nota de que lo pediste desaparece en menos de un día.
    • Lo que queda después: que tienes permiso para escribirme, lo que guarda la propia app que usas, las copias de seguridad de mi administrador, lo que recibió un proveedor y lo que costó el modelo de IA, sin tu nombre.

conversation-ask_erase =
    🗑️ ¿Borro todo lo que guardo de ti?
    Se borran lo que he guardado para ti, los mensajes, las fotos, los borradores y los ajustes de todas nuestras conversaciones. No se pueden recuperar.
    En un grupo que comparte lo que guardo, se borra para todos los que están en él.
conversation-ask_erase-still_to_come = 📅 Aún pendiente: { $what } (hasta: { $until }). Se cancela con lo demás, salvo que lo guarde otro sistema: entonces te digo cuál.
conversation-erase_kept = 👌 Todo se queda como está.
conversation-erasing = 🧹 Lo estoy borrando todo y te aviso cuando esté hecho. Lo que envíes hasta entonces también se borra.
conversation-erased = ✅ Hecho: todo lo que guardaba de ti está borrado. Escribe cuando quieras para empezar de cero.
conversation-erased-counted = ✅ Hecho: todo lo que guardaba de ti está borrado, { $counts }. Escribe cuando quieras para empezar de cero.
conversation-erased-kept_by = No he podido borrar lo que guarda de ti { $systems }. Pregunta allí, por favor.
conversation-erased-messages =
    { $n ->
        [one] { $n } mensaje
       *[other] { $n } mensajes
    }
conversation-erased-files =
    { $n ->
        [one] { $n } archivo
       *[other] { $n } archivos
    }
