"""The words for days, relative to today, in the languages that are understood."""

DAYS = {
    "today": 0, "tonight": 0, "this morning": 0, "this afternoon": 0, "this evening": 0,
    "just now": 0, "earlier today": 0, "hari ini": 0, "tadi": 0, "pagi tadi": 0, "tadi pagi": 0,
    "heute": 0, "hoy": 0, "aujourd'hui": 0, "oggi": 0, "vandaag": 0,
    "yesterday": -1, "ytd": -1, "yday": -1, "last night": -1, "semalam": -1, "kemarin": -1,
    "gestern": -1, "ayer": -1, "ieri": -1, "gisteren": -1, "hier soir": -1,
    "the day before yesterday": -2, "day before yesterday": -2, "kelmarin dulu": -2,
    "kelmarin": -1, "dua hari lepas": -2, "vorgestern": -2, "anteayer": -2, "avant-hier": -2,
    "tomorrow": 1, "esok": 1, "besok": 1, "morgen": 1, "mañana": 1, "demain": 1,
    "next week": 7, "minggu depan": 7, "nächste woche": 7, "la semaine prochaine": 7,
    "next month": 31, "bulan depan": 31, "nächsten monat": 31, "le mois prochain": 31,
    "next year": 366, "tahun depan": 366, "nächstes jahr": 366, "l'année prochaine": 366,
}  # fmt: skip
WEEKDAYS = (
    ("monday", "mon", "isnin", "senin", "montag", "lunes", "lundi"),
    ("tuesday", "tue", "tues", "selasa", "dienstag", "martes", "mardi"),
    ("wednesday", "wed", "rabu", "mittwoch", "miércoles", "mercredi"),
    ("thursday", "thu", "thur", "thurs", "khamis", "kamis", "donnerstag", "jueves", "jeudi"),
    ("friday", "fri", "jumaat", "jumat", "freitag", "viernes", "vendredi"),
    ("saturday", "sabtu", "samstag", "sábado", "samedi"),
    ("sunday", "ahad", "minggu lalu", "sonntag", "domingo", "dimanche"),
)
