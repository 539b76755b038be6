# Einwilligung in das, was aufgehoben wird; danach wird gefragt, bevor etwas aufgehoben wird.

button-agree = Einverstanden
button-decline = Nein, danke

consent-text =
    👋 Bevor es weitergeht, brauche ich dein Einverständnis.
    • { $operator } speichert, was du mir schickst (Nachrichten, Fotos, Aufnahmen) und was ich davon eintrage, damit ich dir helfen kann.
consent-days =
    { $n ->
        [one] • Nachrichten und Fotos, aus denen nichts eingetragen wurde, werden nach { $n } Tag gelöscht. Eingetragenes bleibt, bis du es löschst.
       *[other] • Nachrichten und Fotos, aus denen nichts eingetragen wurde, werden nach { $n } Tagen gelöscht. Eingetragenes bleibt, bis du es löschst.
    }
consent-models = • Um es zu verstehen, schicke ich es an ein KI-Modell von { $providers }.
consent-no_models = • Ich schicke es an keinen KI-Anbieter.
consent-erase = • Du kannst dein Einverständnis jederzeit zurücknehmen: /deletemydata löscht alles. Mehr sagt dir /privacy.
consent-link = • Datenschutzhinweise: { $link }
consent-until_then = Solange du nicht zustimmst, speichere ich nichts.
consent-spoken = Bitte sag ja oder nein, oder drück die 1 für ja und die 2 für nein.
consent-goodbye = Dann speichere ich nichts. Auf Wiederhören.
consent-thanks = 👍 Danke.
consent-thanks_again = 👍 Danke. Bitte schick mir noch einmal, was du geschrieben hast.
consent-declined = 👌 In Ordnung, ich habe nichts gespeichert. Wenn du es dir anders überlegst, schreib mir einfach.
consent-nothing_kept = Ich habe nichts von dir gespeichert.
consent-unknown = Ich komme gerade nicht an meine Daten, darum habe ich nichts davon gespeichert. Bitte schick es in ein paar Minuten noch einmal.
