# Lo que una llamada dice por sí misma.

http-voice-waiting = Un momento, por favor.
http-voice-still_there = ¿Sigues ahí?
http-voice-goodbye_silence = No oigo nada, así que cuelgo. Hasta luego.
http-voice-goodbye_limit = Esta llamada ha llegado a su duración máxima, así que cuelgo. Puedes volver a llamar o escribirme. Hasta luego.
http-voice-goodbye_unanswered = Lo siento, ahora mismo no puedo responder. Vuelve a llamar un poco más tarde, por favor. Hasta luego.
http-voice-unheard = No te oigo bien. Dilo otra vez, por favor, o usa las teclas.
http-voice-not_taken = No lo he recibido bien. Dilo otra vez en un momento, por favor.
http-voice-not_this_language = Aquí no puedo entender lo que se dice en tu idioma. Escribe, por favor, o usa las teclas.
http-voice-numbers = He oído { $numbers }.
