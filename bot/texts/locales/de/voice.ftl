# What a call says by itself.

http-voice-waiting = Einen Moment, bitte.
http-voice-still_there = Bist du noch da?
http-voice-goodbye_silence = Ich höre nichts und lege deshalb jetzt auf. Auf Wiederhören.
http-voice-goodbye_limit = Länger kann dieses Gespräch leider nicht dauern, deshalb lege ich jetzt auf. Du kannst wieder anrufen oder mir schreiben. Auf Wiederhören.
http-voice-goodbye_unanswered = Entschuldige, ich kann gerade nicht antworten. Bitte ruf etwas später noch einmal an. Auf Wiederhören.
http-voice-unheard = Ich kann dich nicht gut verstehen. Bitte sag es noch einmal, oder benutze die Tasten.
http-voice-not_taken = Das ist nicht angekommen. Bitte sag es gleich noch einmal.
http-voice-not_this_language = Gesprochen verstehe ich deine Sprache hier leider nicht. Bitte tippe oder benutze die Tasten.
http-voice-numbers = Ich habe { $numbers } gehört.
