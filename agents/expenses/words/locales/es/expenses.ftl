# Lo que ha pasado con un gasto.

expenses-saved = ✅ Guardado
expenses-saved-late = ✅ Guardado, con un poco de retraso: ya puedo guardar otra vez
expenses-saved-difference = 📷 En la foto pone { $before } ({ $field }). He guardado lo que has dicho tú: { $after }.
expenses-saved-addition = 📝 De tu mensaje ({ $field }): { $after }.
expenses-saved_together = ✅ Guardados { $saved } de { $photos }
expenses-saved_together-all = { $n ->
    [one] ✅ { $n } gasto guardado
   *[other] ✅ { $n } gastos guardados
}
expenses-saved_together-asking = { $n ->
    [one] 💬 Tengo una pregunta sobre { $n } más.
   *[other] 💬 Tengo preguntas sobre { $n } más.
}
expenses-saved_together-total = 💰 Total: { $totals }
expenses-saved_together-undo = ↩️ Con “deshacer #{ $number }” quitas uno.
expenses-corrected = 📝 Corregido
expenses-change = { $field }: { $before } → { $after }
expenses-change-added = { $field }: { $after }
expenses-change-removed = { $field }: { $before } (quitado)
expenses-unchanged = 👌 Ya estaba así, no ha cambiado nada
expenses-deleted = 🧹 Borrado. Ya no cuenta
expenses-deleted_together = { $n ->
    [one] 🧹 { $n } gasto borrado. Ya no cuenta
   *[other] 🧹 { $n } gastos borrados. Ya no cuentan
}
expenses-deleted_together-only = { $n ->
    [one] Solo había { $n }.
   *[other] Solo había { $n }.
}
expenses-deleted_together-most = { $n ->
   *[other] Borro { $n } como máximo; dilo otra vez para seguir.
}
expenses-deleted_together-restore = ↩️ Con “restaurar #{ $number }” recuperas uno.
expenses-reverted = 🔁 Vuelve a estar como antes
expenses-restored = ✅ Recuperado
expenses-storage_down = ⏳ Ahora mismo no puedo guardar. Lo tengo apuntado y lo guardo en cuanto pueda
expenses-not_saved = ❗ No se ha guardado: { $reason }
expenses-not_saved-bare = ❗ No he podido guardarlo. Queda como borrador
expenses-kept = 📌 Guardado como borrador. Puedes terminarlo cuando quieras
expenses-dropped = 👍 Descartado. No se ha guardado nada
expenses-unreadable = 😕 { $reason }
expenses-unreadable-bare = 😕 No puedo leer ese archivo.
expenses-unreadable-instead = También puedes escribirlo, por ejemplo “Starbucks 15,50”.
