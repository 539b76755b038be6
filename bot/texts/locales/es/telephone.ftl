# Lo que oye quien llama por teléfono de la voz del operador, y lo primero de Steward.

telephone-greeting = Hola. ¿En qué puedo ayudarte?
telephone-again = Se ha cortado la llamada. Sigamos.
telephone-person = Te paso con una persona. Un momento, por favor.
telephone-emergency = Te paso ahora mismo. No cuelgues, por favor.
telephone-busy = Todas las líneas están ocupadas. Vuelve a llamar en unos minutos, por favor.
telephone-unavailable = Lo siento, ahora no podemos atender tu llamada. Vuelve a llamar más tarde, por favor.
telephone-nobody = Lo siento, ahora nadie puede atender tu llamada. Vuelve a llamar más tarde, por favor.
telephone-nobody_emergency = Nadie contesta. Si estás en peligro, llama tú ahora a emergencias, por favor.
