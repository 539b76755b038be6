# Informes que llegan solos.

expenses-digest-week = 📬 Cada { $weekday } a las { $time } te enviaré un informe de los siete días anteriores. Para dejarlo: “/digest no”.
expenses-digest-month = 📬 El día 1 de cada mes a las { $time } te enviaré un informe del mes anterior. Para dejarlo: “/digest no”.
expenses-digest-off = 📬 No recibes informes periódicos. Con “/digest cada semana” o “/digest cada mes” los activas.
expenses-digest-unclear = 📬 ¿Cada cuánto lo quieres? Prueba “/digest cada semana”, “/digest cada mes” o “/digest no”.
expenses-button-send_regularly = Recibirlo regularmente
expenses-digest-button-week = 📬 Recibirlo cada semana
expenses-digest-button-month = 📬 Recibirlo cada mes
