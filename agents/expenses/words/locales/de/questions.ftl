# Questions about an expense. "again" words the second attempt, "bare" stands without a value.

expenses-ask-about = Zu #{ $number } ({ $name }):
expenses-ask-about-known = Zu #{ $number } habe ich bisher: { $known }.
expenses-ask-about-noted = 👌 Notiert. Zu #{ $number } habe ich bisher: { $known }.
expenses-ask-known = Bisher habe ich: { $known }.
expenses-ask-noted = 👌 Notiert. Bisher habe ich: { $known }.
expenses-ask-amount = 💰 Wie viel war es?
expenses-ask-amount-at = 💰 Wie viel hast du bei { $name } bezahlt?
expenses-ask-amount-for = 💰 Was hast du bezahlt für: { $name }?
expenses-ask-amount-unsure = 💰 Ich bin nicht sicher, ob ich den Betrag richtig lese. Sind es { $value }?
expenses-ask-amount-unsure-bare = 💰 Ich kann den Betrag nicht erkennen. Wie viel war es?
expenses-ask-amount-ambiguous = 💰 Diesen Betrag kann man auf zwei Arten lesen. Welcher ist es?
expenses-ask-amount-zero = 💰 Eine Ausgabe von null muss ich nicht speichern. Wie viel war es?
expenses-ask-amount-negative = 💰 Das ist weniger als null. Wie viel war es?
expenses-ask-amount-absurd = 💰 { $value } sieht viel zu groß aus. Wie viel war es wirklich?
expenses-ask-amount-absurd-bare = 💰 Dieser Betrag sieht viel zu groß aus. Wie viel war es wirklich?
expenses-ask-amount-too_precise = 💰 { $value } hat zu viele Nachkommastellen. Wie viel war es?
expenses-ask-amount-too_precise-bare = 💰 Dieser Betrag hat zu viele Nachkommastellen. Wie viel war es?
expenses-ask-amount-again = 🤔 Darin finde ich keinen Betrag. Die Zahl allein genügt.
expenses-ask-amount-example = Zum Beispiel: { $money }
expenses-ask-merchant = 🏪 Wofür war es? Ein Laden oder ein paar Worte genügen.
expenses-ask-merchant-of = 🏪 Wofür waren die { $amount }? Ein Laden oder ein paar Worte genügen.
expenses-ask-merchant-photo = 🏪 Ich kann den Laden nicht erkennen. Wo war es?
expenses-ask-merchant-unsure = 🏪 Ich bin nicht sicher, ob ich den Laden richtig lese. Ist es „{ $value }“?
expenses-ask-merchant-unsure-bare = 🏪 Ich kann den Laden nicht erkennen. Wo war es?
expenses-ask-merchant-too_short = 🏪 „{ $value }“ ist zu kurz für einen Namen. Wo war es?
expenses-ask-merchant-too_short-bare = 🏪 Das ist zu kurz für einen Namen. Wo war es?
expenses-ask-merchant-too_long = 🏪 Dieser Name ist zu lang für mich. Wie heißt es kurz?
expenses-ask-merchant-again = 🤔 Ich brauche den Laden, oder ein, zwei Worte dazu, was du gekauft hast.
expenses-ask-merchant-example = Zum Beispiel: Starbucks, oder Mittagessen
expenses-ask-date = 📅 Wann war es?
expenses-ask-date-unsure = 📅 Ich bin nicht sicher, ob ich das Datum richtig lese. Ist es { $value }?
expenses-ask-date-unsure-bare = 📅 Ich kann das Datum nicht erkennen. Wann war es?
expenses-ask-date-future = 📅 { $value } liegt noch vor uns. Wann war es?
expenses-ask-date-future-bare = 📅 Dieser Tag liegt noch vor uns. Wann war es?
expenses-ask-date-too_old = 📅 { $value } ist sehr lange her. Wann war es wirklich?
expenses-ask-date-too_old-bare = 📅 Das ist sehr lange her. Wann war es wirklich?
expenses-ask-date-again = 🤔 Darin finde ich keinen Tag.
expenses-ask-date-example = Zum Beispiel: heute, gestern, oder { $date }
expenses-ask-category = 📂 Welche Kategorie passt?
expenses-ask-category-of = 📂 Welche Kategorie passt zu { $name }?
expenses-ask-category-again = 🤔 Darin finde ich keine Kategorie.
expenses-ask-category-example = Wähle eine, oder tippe eine andere, zum Beispiel Transport.
expenses-ask-better_image = 📷 Dieses Foto konnte ich kaum lesen. Kannst du ein besseres machen?
expenses-ask-better_image-reason = 📷 { $reason }
expenses-ask-better_image-again = 🤔 Ich kann es immer noch nicht lesen. Tippen geht auch.
expenses-ask-better_image-example =
    💡 Flach, bei gutem Licht, der ganze Beleg im Bild.
    Oder tippe es, zum Beispiel „Starbucks 15,50“.
expenses-ask-offer = Oder soll ich es lassen? Ich kann es verwerfen, oder als Entwurf für später behalten.
expenses-ask-duplicate = 👀 Die hast du schon. Trotzdem speichern?
expenses-ask-duplicate-on = 👀 Die hast du schon (gespeichert: { $day }). Trotzdem speichern?
expenses-ask-duplicate-again = Ja speichert noch einmal, nein lässt es weg.
expenses-ask-to_save = 💾 { $what } speichern?
expenses-ask-to_save-unsure = 🔎 Nicht sicher gelesen: { $fields }.
expenses-ask-to_save-or_change = 💾 { $what }: neu, oder eine Änderung?
expenses-ask-to_save-row = #{ $number } ist { $row }
expenses-ask-to_save-changing = ✏️ { $what }: Was ist anders?
expenses-ask-to_save-example = Zum Beispiel: „12,50“, „das war gestern“, „Kategorie Transport“
expenses-ask_together = 🔎 Bitte sieh dir { $number } an: { $fields }.
expenses-ask_together-which = 🔎 Welche meinst du? Nenn auch ihre Nummer.
expenses-ask_together-change = ✏️ Um eine zu ändern, drück ihre Nummer oder schreib „#{ $number }: { $money }“.
expenses-ask_together-category = { $n ->
    [one] { $n } Kategorie
   *[other] { $n } Kategorien
}
expenses-ask_together-amount = { $n ->
    [one] { $n } Betrag
   *[other] { $n } Beträge
}
expenses-ask_together-merchant = { $n ->
    [one] { $n } Laden
   *[other] { $n } Läden
}
expenses-ask_together-date = { $n ->
    [one] { $n } Datum
   *[other] { $n } Daten
}
expenses-ask-edit = 📝 Was soll ich ändern?
expenses-ask-edit-example = Zum Beispiel: „Betrag 12,50“, „es war gestern“, „Kategorie Transport“
expenses-ask-several = 🧾 Auf diesem Foto sehe ich { $n } Belege und habe den ersten genommen. Bitte schick die anderen einzeln.
