# Berichte, die von selbst kommen.

expenses-digest-week = 📬 Jeden { $weekday } um { $time } bekommst du einen Bericht der letzten sieben Tage. „/digest aus“ beendet das.
expenses-digest-month = 📬 Am Ersten jedes Monats um { $time } bekommst du einen Bericht des vergangenen Monats. „/digest aus“ beendet das.
expenses-digest-off = 📬 Von selbst kommen keine Berichte. „/digest wöchentlich“ oder „/digest monatlich“ schickt sie.
expenses-digest-unclear = 📬 Ich habe nicht verstanden, wie oft. Versuch „/digest wöchentlich“, „/digest monatlich“ oder „/digest aus“.
