# Currency, language, time zone, privacy, and deleting everything.

button-prefer = Auswählen
button-prefer_back = ↩️ Zurück zu { $value }
button-erase = 🗑️ Alles löschen
button-keep_data = Nicht löschen

conversation-preference = 👍 Notiert.
conversation-preference-same = 👌 { $after } war schon eingestellt.
conversation-preference-currency = 💱 Beträge ohne Währung sind jetzt in { $after }. Vorher: { $before }.
conversation-preference-currency-kept = Was du mir vorher gesagt hast, behält seine Währung; Summen stehen je Währung für sich.
conversation-preference-language = 🗣️ Ab jetzt sprechen wir { $after }. Vorher: { $before }.
conversation-preference-timezone = 🕐 Deine Zeitzone ist jetzt { $after }, dort ist es { $time } Uhr. Vorher: { $before }.

conversation-ask_preference = ⚙️ Du kannst /currency, /language und /timezone einstellen.
conversation-ask_preference-currency = 💱 Welche Währung soll gelten, wenn du keine nennst? Jetzt ist es { $current }.
conversation-ask_preference-currency-refused = 🤔 Die Währung „{ $refused }“ kenne ich nicht. Nimm ein Kürzel aus drei Buchstaben, wie MYR oder EUR.
conversation-ask_preference-currency-example = Wähle eine oder tippe eine andere: „/currency USD“.
conversation-ask_preference-currency-offered = 💱 Soll ich in { $offered } rechnen?
conversation-ask_preference-language = 🗣️ Welche Sprache sollen wir sprechen? Jetzt ist es { $current }.
conversation-ask_preference-language-refused = 🤔 „{ $refused }“ spreche ich leider nicht.
conversation-ask_preference-language-example = Wähle eine. Sollen Zahlen und Daten anders aussehen, nenn auch das Land: „/language en_GB“.
conversation-ask_preference-language-offered = 🗣️ Du schreibst Deutsch. Soll ich auch auf Deutsch antworten?
conversation-ask_preference-timezone = 🕐 In welcher Zeitzone bist du? Jetzt ist es { $current }.
conversation-ask_preference-timezone-refused = 🤔 Die Zeitzone „{ $refused }“ kenne ich nicht.
conversation-ask_preference-timezone-example = Wähle eine oder tippe eine Stadt oder Zone: „/timezone Berlin“.
conversation-ask_preference-timezone-offered = 🕐 Soll ich die Zeitzone { $offered } nehmen? Danach richtet sich, wann ein Tag beginnt und endet.

conversation-privacy =
    🔒 Was ich speichere und wie du es löschst
    • Ich speichere deine Nachrichten und meine Antworten, deine Fotos und Dateien mit dem, was ich darin lese, offene Entwürfe, deine Währung, Sprache und Zeitzone, und wie oft das KI-Modell für dich gearbeitet hat.
    • Mein Betreiber kann das alles lesen. Andere, die mir schreiben, können es nicht, außer eine Gruppe teilt ihre Daten: Dann sehen sie alle in der Gruppe. Was in einer Gruppe gesagt wird, sieht die Gruppe.
    • Wenn mein Betreiber ein KI-Modell benutzt, kann das, was du schreibst, sagst und fotografierst, an dessen Anbieter gehen.
conversation-privacy-days =
    { $n ->
        [one] • Nachrichten, Entwürfe und Fotos, aus denen nichts gespeichert wurde, werden nach { $n } Tag gelöscht. Was gespeichert ist, bleibt mit seinen Fotos, bis du es löschst.
       *[other] • Nachrichten, Entwürfe und Fotos, aus denen nichts gespeichert wurde, werden nach { $n } Tagen gelöscht. Was gespeichert ist, bleibt mit seinen Fotos, bis du es löschst.
    }
conversation-privacy-no_days = • Nachrichten, Entwürfe und Fotos, aus denen nichts gespeichert wurde, werden nach einiger Zeit gelöscht. Was gespeichert ist, bleibt mit seinen Fotos, bis du es löschst.
conversation-privacy-more =
    • Auch in meinen Arbeitsprotokollen steht, was du schreibst. Der Server meines Betreibers löscht sie einige Tage nach dem Ende unseres Gesprächs; nach wie vielen, bestimmt mein Betreiber.
    • /deletemydata löscht das alles endgültig, auch diese Protokolle, meist innerhalb von Minuten, und ich sage dir, wenn es fertig ist. Ein Vermerk, dass du es verlangt hast, verschwindet innerhalb eines Tages.
    • Was danach bleibt: dass du mir schreiben darfst, was deine App selbst speichert, die Backups meines Betreibers, was ein Anbieter bekommen hat, und was das KI-Modell gekostet hat, ohne deinen Namen.

conversation-ask_erase =
    🗑️ Alles löschen, was ich über dich gespeichert habe?
    Einträge, Nachrichten, Fotos, Entwürfe und Einstellungen verschwinden, in allen unseren Gesprächen. Das lässt sich nicht rückgängig machen.
    In einer Gruppe, die ihre Daten teilt, wird es für alle gelöscht.
conversation-ask_erase-still_to_come = 📅 Steht noch bevor: { $what }, bis { $until } Uhr. Es wird mit abgesagt. Wenn ein anderes System es behält, sage ich dir, welches.
conversation-erase_kept = 👌 Alles bleibt, wie es ist.
conversation-erasing = 🧹 Ich lösche jetzt alles und sage dir, wenn ich fertig bin. Was du vorher noch schickst, wird auch gelöscht.
conversation-erased = ✅ Fertig: Alles, was ich über dich gespeichert hatte, ist gelöscht. Schreib mir, wenn du neu anfangen möchtest.
conversation-erased-counted = ✅ Fertig: Alles, was ich über dich gespeichert hatte, ist gelöscht: { $counts }. Schreib mir, wenn du neu anfangen möchtest.
conversation-erased-kept_by = Bei { $systems } konnte ich deine Daten nicht löschen. Bitte frag dort nach.
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
