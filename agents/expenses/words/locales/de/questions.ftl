# Questions about an expense. "again" words the second attempt, "bare" stands without a value.

expenses-ask-about = Zu #{ $number } ({ $name }):
expenses-ask-about-known = Zu #{ $number } habe ich bisher: { $known }.
expenses-ask-about-noted = 👌 Notiert. Zu #{ $number } habe ich bisher: { $known }.
expenses-ask-known = Bisher habe ich: { $known }.
expenses-ask-noted = 👌 Notiert. Bisher habe ich: { $known }.
expenses-ask-amount = 💰 Wie viel war es?
expenses-ask-amount-at = 💰 Wie viel hast du bei { $name } bezahlt?
expenses-ask-amount-for = 💰 { $name }: Wie viel hast du bezahlt?
expenses-ask-amount-unsure = 💰 Ich bin nicht sicher, ob ich den Betrag richtig lese. Sind es { $value }?
expenses-ask-amount-unsure-bare = 💰 Ich kann den Betrag nicht erkennen. Wie viel war es?
expenses-ask-amount-ambiguous = 💰 Diesen Betrag kann man auf zwei Arten lesen. Welcher ist es?
expenses-ask-amount-zero = 💰 Null muss ich nicht speichern. Wie viel war es?
expenses-ask-amount-negative = 💰 Das ist weniger als null. Welcher Betrag ist richtig?
expenses-ask-amount-absurd = 💰 { $value } ist wohl viel zu viel. Wie viel war es wirklich?
expenses-ask-amount-absurd-bare = 💰 Dieser Betrag ist wohl viel zu hoch. Wie viel war es wirklich?
expenses-ask-amount-too_precise = 💰 { $value } hat zu viele Nachkommastellen. Wie viel war es?
expenses-ask-amount-too_precise-bare = 💰 Dieser Betrag hat zu viele Nachkommastellen. Wie viel war es?
expenses-ask-amount-again = 🤔 Ich finde darin keinen Betrag. Die Zahl genügt.
expenses-ask-amount-example = Zum Beispiel: { $money }
expenses-ask-merchant = 🏪 Wofür war es? Ein Laden oder ein paar Worte genügen.
expenses-ask-merchant-of = 🏪 Wofür waren die { $amount }? Ein Laden oder ein paar Worte genügen.
expenses-ask-merchant-photo = 🏪 Ich kann den Laden nicht erkennen. Wo war es?
expenses-ask-merchant-unsure = 🏪 Ich bin nicht sicher, ob ich den Laden richtig lese. Ist es „{ $value }“?
expenses-ask-merchant-unsure-bare = 🏪 Ich kann den Laden nicht erkennen. Wo war es?
expenses-ask-merchant-too_short = 🏪 „{ $value }“ ist zu kurz für einen Namen. Wo war es?
expenses-ask-merchant-too_short-bare = 🏪 Das ist zu kurz für einen Namen. Wo war es?
expenses-ask-merchant-too_long = 🏪 Dieser Name ist zu lang. Geht es kürzer?
expenses-ask-merchant-again = 🤔 Ich brauche den Laden oder ein, zwei Worte dazu, was du gekauft hast.
expenses-ask-merchant-example = Zum Beispiel: Starbucks oder Mittagessen
expenses-ask-date = 📅 Wann war es?
expenses-ask-date-unsure = 📅 Ich bin nicht sicher, ob ich das Datum richtig lese. Stimmt { $value }?
expenses-ask-date-unsure-bare = 📅 Ich kann das Datum nicht erkennen. Wann war es?
expenses-ask-date-future = 📅 { $value } liegt in der Zukunft. Wann war es?
expenses-ask-date-future-bare = 📅 Dieser Tag liegt in der Zukunft. Wann war es?
expenses-ask-date-too_old = 📅 { $value } ist sehr lange her. Wann war es wirklich?
expenses-ask-date-too_old-bare = 📅 Das ist sehr lange her. Wann war es wirklich?
expenses-ask-date-again = 🤔 Ich finde darin keinen Tag.
expenses-ask-date-example = Zum Beispiel: heute, gestern oder { $date }
expenses-ask-category = 📂 Welche Kategorie passt?
expenses-ask-category-of = 📂 Welche Kategorie passt zu { $name }?
expenses-ask-category-again = 🤔 Ich finde darin keine Kategorie.
expenses-ask-category-example = Wähle eine oder tippe eine andere, zum Beispiel Transport.
expenses-ask-better_image = 📷 Dieses Foto kann ich kaum lesen. Kannst du ein besseres machen?
expenses-ask-better_image-reason = 📷 { $reason }
expenses-ask-better_image-again = 🤔 Ich kann es immer noch nicht lesen. Tippen geht auch.
expenses-ask-better_image-example =
    💡 Flach, bei gutem Licht, der ganze Beleg im Bild.
    Oder tippe es, zum Beispiel „Starbucks 15,50“.
expenses-ask-offer = Oder soll ich es lassen? Ich kann es verwerfen oder als Entwurf für später behalten.
expenses-ask-duplicate = 👀 Die hast du schon gespeichert. Trotzdem noch einmal?
expenses-ask-duplicate-on = 👀 Die hast du schon gespeichert ({ $day }). Trotzdem noch einmal?
expenses-ask-duplicate-again = „Ja“ speichert sie noch einmal, „nein“ nicht.
expenses-ask-to_save = 💾 { $what } speichern?
expenses-ask-to_save-unsure = 🔎 Hier bin ich nicht sicher: { $fields }.
expenses-ask-to_save-or_change = 💾 { $what }: neu oder eine Änderung?
expenses-ask-to_save-row = #{ $number } ist { $row }
expenses-ask-to_save-changing = ✏️ { $what }: Was ist anders?
expenses-ask-to_save-example = Zum Beispiel: „12,50“, „das war gestern“, „Kategorie Transport“
expenses-ask_together = 🔎 Schau dir bitte { $number } an: { $fields }.
expenses-ask_together-left = 🔎 Noch { $number } offen: { $fields }.
expenses-ask_together-which = 🔎 Welche meinst du? Schreib die Nummer dazu.
expenses-ask_together-same = 👀 { $which } sind wohl derselbe Beleg. Einen weglassen: /cancel { $number }
expenses-ask_together-change = ✏️ Um eine zu ändern, drück ihre Nummer oder schreib „#{ $number }: { $value }“.
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
