# Movimientos guardados que se cambiaron juntos en una lista.
expenses-rows-edited = { $n ->
    [0] 👌 No hay nada que cambiar: ya está así
    [one] 📝 { $n } movimiento cambiado
   *[other] 📝 { $n } movimientos cambiados
}
expenses-rows-deleted = { $n ->
    [0] 🧹 No se ha borrado nada
    [one] 🧹 { $n } movimiento borrado. Ya no cuenta
   *[other] 🧹 { $n } movimientos borrados. Ya no cuentan
}
expenses-rows-restored = { $n ->
    [0] ✅ No hay nada que recuperar
    [one] ✅ { $n } movimiento recuperado
   *[other] ✅ { $n } movimientos recuperados
}
expenses-rows-taken_back = { $n ->
    [0] 👌 No se ha cambiado nada
    [one] 🔁 { $n } movimiento vuelve a estar como antes
   *[other] 🔁 { $n } movimientos vuelven a estar como antes
}
expenses-rows-left = { $n ->
    [one] { $n } se cambió o se borró entretanto y se queda como está.
   *[other] { $n } se cambiaron o se borraron entretanto y se quedan como están.
}
expenses-rows-value = { $field }: { $value }
expenses-rows_refused = ✋ No se ha cambiado nada. Revisa este dato: { $field }.
expenses-rows_refused-gone = ✋ No se ha cambiado nada: entretanto se borró o se recuperó en otro sitio.
expenses-button-rows_undo = Deshacer

# The list itself.
expenses-rows-title = Movimientos
expenses-rows-elsewhere = ¿Lo tienes guardado en la terminal o en Telegram? Escribe “/export” allí y envíame el archivo por este chat.
expenses-rows-total-expense = Gastado: { $totals }
expenses-rows-total-income = Recibido: { $totals }
expenses-rows-whose = Movimientos de quién
expenses-rows-mine = Míos
expenses-rows-ours = Nuestros
expenses-rows-you = Tú
expenses-rows-count = { $n ->
    [one] { $n } movimiento
   *[other] { $n } movimientos
}
