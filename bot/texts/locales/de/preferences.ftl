# Currency, language, time zone, privacy, and deleting everything.

button-prefer = Dieses
button-erase = 🗑️ Alles löschen
button-keep_data = Behalten

conversation-preference = 👍 Notiert.
conversation-preference-same = 👌 Das war schon { $after }.
conversation-preference-currency = 💱 Beträge ohne Währung sind jetzt { $after }. Vorher: { $before }.
conversation-preference-language = 🗣️ Ab jetzt sprechen wir { $after }. Vorher: { $before }.
conversation-preference-timezone = 🕐 Deine Zeitzone ist jetzt { $after }, dort ist es { $time }. Vorher: { $before }.

conversation-ask_preference = ⚙️ Du kannst /currency, /language und /timezone einstellen.
conversation-ask_preference-currency = 💱 Welche Währung soll gelten, wenn du keine nennst? Jetzt ist es { $current }.
conversation-ask_preference-currency-refused = 🤔 Die Währung „{ $refused }“ kenne ich nicht. Nimm ein Kürzel aus drei Buchstaben, wie MYR oder EUR.
conversation-ask_preference-currency-example = Wähle eine, oder tippe eine andere: „/currency USD“.
conversation-ask_preference-language = 🗣️ Welche Sprache sollen wir sprechen? Jetzt ist es { $current }.
conversation-ask_preference-language-refused = 🤔 „{ $refused }“ spreche ich leider nicht.
conversation-ask_preference-language-example = Wähle eine. Wenn Zahlen und Daten anders aussehen sollen, nenne auch das Land: „/language en_GB“.
conversation-ask_preference-timezone = 🕐 In welcher Zeitzone bist du? Jetzt ist es { $current }.
conversation-ask_preference-timezone-refused = 🤔 Die Zeitzone „{ $refused }“ kenne ich nicht.
conversation-ask_preference-timezone-example = Wähle eine, oder tippe eine Stadt oder Zone: „/timezone Berlin“.

conversation-privacy =
    🔒 Was ich aufbewahre, und wie du es loswirst
    • Ich bewahre deine Nachrichten und meine Antworten auf, deine Fotos und Dateien mit dem, was ich darin lese, offene Entwürfe, deine Währung, Sprache und Zeitzone, und wie oft das KI-Modell für dich gearbeitet hat.
    • Mein Betreiber kann all das lesen. Andere, die mir schreiben, können es nicht, außer eine Gruppe teilt, was ich aufbewahre: dann sieht es jeder darin. Was in einer Gruppe gesagt wird, sieht die Gruppe.
    • Wenn mein Betreiber ein Sprachmodell benutzt, kann das, was du schreibst, sagst und fotografierst, an dessen Anbieter gehen.
conversation-privacy-days =
    { $n ->
        [one] • Nachrichten, Entwürfe und Fotos, aus denen nichts gespeichert wurde, werden nach { $n } Tag gelöscht. Was gespeichert ist, bleibt mit seinen Fotos, bis du es löschst.
       *[other] • Nachrichten, Entwürfe und Fotos, aus denen nichts gespeichert wurde, werden nach { $n } Tagen gelöscht. Was gespeichert ist, bleibt mit seinen Fotos, bis du es löschst.
    }
conversation-privacy-no_days = • Nachrichten, Entwürfe und Fotos, aus denen nichts gespeichert wurde, werden nach einiger Zeit gelöscht. Was gespeichert ist, bleibt mit seinen Fotos, bis du es löschst.
conversation-privacy-more =
    • Auch die Aufzeichnung, wie ich deine Nachrichten bearbeitet habe, enthält deren Worte. Der Server meines Betreibers entfernt sie einige Tage nach dem Ende unseres Gesprächs; wie viele, bestimmt mein Betreiber.
    • /deletemydata löscht alles Genannte endgültig, auch diese Aufzeichnung, meist innerhalb von Minuten, und ich sage dir, wenn es fertig ist. Ein Vermerk, dass du es verlangt hast, verschwindet innerhalb eines Tages.
    • Was danach bleibt: dass du mir schreiben darfst, was deine App selbst aufbewahrt, die Sicherungen meines Betreibers, was ein Anbieter bekommen hat, und was das KI-Modell gekostet hat, ohne deinen Namen.

conversation-ask_erase =
    🗑️ Alles löschen, was ich über dich aufbewahre?
    Was ich für dich gespeichert habe, Nachrichten, Fotos, Entwürfe und Einstellungen verschwinden, in allen unseren Gesprächen. Sie lassen sich nicht zurückholen.
    In einer Gruppe, die teilt, was ich aufbewahre, wird es für alle darin gelöscht.
conversation-ask_erase-still_to_come = 📅 Steht noch bevor: { $what }, bis { $until }. Es wird mit dem Rest abgesagt, außer ein anderes System behält es: dann sage ich dir, welches.
conversation-erase_kept = 👌 Alles bleibt, wie es ist.
conversation-erasing = 🧹 Ich lösche jetzt alles und sage dir, wenn ich fertig bin. Was du vorher noch schickst, wird auch gelöscht.
conversation-erased = ✅ Fertig: Alles, was ich über dich aufbewahrt habe, ist gelöscht. Schreib jederzeit, um neu anzufangen.
conversation-erased-counted = ✅ Fertig: Alles, was ich über dich aufbewahrt habe, ist gelöscht, { $counts }. Schreib jederzeit, um neu anzufangen.
conversation-erased-kept_by = Was { $systems } über dich aufbewahrt, konnte ich nicht löschen. Bitte frag dort nach.
conversation-erased-messages =
    { $n ->
        [one] { $n } Nachricht
       *[other] { $n } Nachrichten
    }
conversation-erased-files =
    { $n ->
        [one] { $n } Datei
       *[other] { $n } Dateien
    }
