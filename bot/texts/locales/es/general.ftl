# Respuestas a la charla informal.

general-empty = 🤔 No tengo una buena respuesta para eso. /help muestra lo que puedo hacer.

topic-greeting = 👋 ¡Hola! { $about }
topic-noted = 👍 Muy bien.
topic-thanks = 😊 ¡De nada!
topic-capabilities = 💡 Soy Steward, un programa. { $about } Más en /help.
topic-refusal = 🙅 No puedo hacer eso. Solo veo y cambio lo que es tuyo.
topic-no_free_chat = 🤔 No lo he entendido y no he guardado nada. /help muestra lo que puedo hacer.
topic-how_are_you = 🙂 ¡Bien, gracias! ¿Qué puedo hacer por ti?
topic-goodbye = 👋 ¡Hasta pronto!
topic-joke = 😄 ¿Por qué tenía frío el PC? Porque se dejó el Windows abierto.
topic-upset = 🙏 Lo siento. ¿Qué ha fallado? Con “deshacer” anulas lo último.
topic-remark = 🙂 De acuerdo. No he guardado nada.
