# Berichte, die von selbst kommen.

expenses-digest-week = 📬 Jeden { $weekday } um { $time } Uhr bekommst du einen Bericht über die letzten sieben Tage. „/digest aus“ beendet das.
expenses-digest-month = 📬 Am Ersten jedes Monats um { $time } Uhr bekommst du einen Bericht über den Vormonat. „/digest aus“ beendet das.
expenses-digest-off = 📬 Du bekommst keine regelmäßigen Berichte. „/digest wöchentlich“ oder „/digest monatlich“ schaltet sie ein.
expenses-digest-unclear = 📬 Wie oft möchtest du einen Bericht? Versuch es mit „/digest wöchentlich“, „/digest monatlich“ oder „/digest aus“.
expenses-button-send_regularly = Regelmäßig schicken
expenses-digest-button-week = 📬 Jede Woche schicken
expenses-digest-button-month = 📬 Jeden Monat schicken
