# Informes que llegan solos.

expenses-digest-week = 📬 Cada { $weekday } a las { $time } te enviaré un informe de los siete días anteriores. “/digest no” lo detiene.
expenses-digest-month = 📬 El día 1 de cada mes a las { $time } te enviaré un informe del mes anterior. “/digest no” lo detiene.
expenses-digest-off = 📬 No recibes informes periódicos. Con “/digest cada semana” o “/digest cada mes” los activas.
expenses-digest-unclear = 📬 ¿Cada cuánto lo quieres? Prueba “/digest cada semana”, “/digest cada mes” o “/digest no”.
expenses-button-send_regularly = Enviarlo siempre
expenses-digest-button-week = 📬 Enviarlo cada semana
expenses-digest-button-month = 📬 Enviarlo cada mes
