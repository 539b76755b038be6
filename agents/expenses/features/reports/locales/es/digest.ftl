# Informes que llegan solos.

expenses-digest-week = 📬 Cada { $weekday } a las { $time } recibes un informe de los siete días anteriores. “/digest no” lo detiene.
expenses-digest-month = 📬 El día 1 de cada mes a las { $time } recibes un informe del mes que ha terminado. “/digest no” lo detiene.
expenses-digest-off = 📬 No llega ningún informe por sí solo. “/digest semanal” o “/digest mensual” los envía.
expenses-digest-unclear = 📬 No he entendido cada cuánto. Prueba “/digest semanal”, “/digest mensual” o “/digest no”.
