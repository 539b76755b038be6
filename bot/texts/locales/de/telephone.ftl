# Was Anrufer von der Stimme der Telefongesellschaft hören, und als Erstes von Steward.

telephone-greeting = Guten Tag. Was kann ich für dich tun?
telephone-again = Die Verbindung war unterbrochen. Machen wir weiter.
telephone-person = Ich verbinde dich. Einen Moment, bitte.
telephone-emergency = Ich verbinde dich sofort. Bitte bleib am Telefon.
telephone-busy = Alle Leitungen sind besetzt. Bitte ruf in ein paar Minuten noch einmal an.
telephone-unavailable = Wir können deinen Anruf gerade leider nicht annehmen. Bitte ruf später noch einmal an.
telephone-nobody = Im Moment kann leider niemand ans Telefon kommen. Bitte ruf später noch einmal an.
telephone-nobody_emergency = Es nimmt niemand ab. Wenn du in Gefahr bist, ruf bitte jetzt selbst den Notruf an.
