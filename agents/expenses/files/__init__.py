"""Files of saved expenses: a workbook and CSV for people, CSV for programs."""
