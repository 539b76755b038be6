# Consentimiento para lo que se guarda; se pide antes de guardar nada.

button-agree = Acepto
button-decline = No, gracias

consent-text =
    👋 Antes de seguir, necesito tu consentimiento.
    • { $operator } guarda lo que me envías (mensajes, fotos, grabaciones) y lo que anoto de ello, para poder ayudarte.
consent-days =
    { $n ->
        [one] • Los mensajes, y las fotos de las que no se anotó nada, se borran después de { $n } día. Lo anotado se queda hasta que lo borres.
       *[other] • Los mensajes, y las fotos de las que no se anotó nada, se borran después de { $n } días. Lo anotado se queda hasta que lo borres.
    }
consent-models = • Para entenderlo, lo envío a un modelo de IA de { $providers }.
consent-no_models = • No lo envío a ningún proveedor de IA.
consent-erase = • Puedes retirar tu consentimiento cuando quieras: /deletemydata lo borra todo. Más detalles en /privacy.
consent-link = • Aviso de privacidad: { $link }
consent-until_then = Mientras no aceptes, no guardo nada.
consent-spoken = Por favor, di sí o no, o pulsa 1 para sí y 2 para no.
consent-goodbye = Entonces no guardo nada. Adiós.
consent-thanks = 👍 Gracias.
consent-thanks_again = 👍 Gracias. Envíame otra vez lo que escribiste, por favor.
consent-declined = 👌 De acuerdo, no he guardado nada. Si cambias de opinión, escríbeme.
consent-nothing_kept = No guardo nada tuyo.
consent-unknown = Ahora mismo no puedo acceder a mis datos, así que no he guardado nada. Envíalo otra vez en unos minutos, por favor.
