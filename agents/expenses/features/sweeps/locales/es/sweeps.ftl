expenses-for_all-learned = { $n ->
   *[other] 👌 A partir de ahora, { $name } va en { $icon } { $category }. Todo lo guardado de allí ya está así.
}
expenses-for_all-offered = { $n ->
    [one] 👌 A partir de ahora, { $name } va en { $icon } { $category }. { $n } gasto guardado de allí tiene otra categoría: ¿lo cambio también?
   *[other] 👌 A partir de ahora, { $name } va en { $icon } { $category }. { $n } gastos guardados de allí tienen otra categoría: ¿los cambio también?
}
expenses-for_all-changed = { $n ->
    [one] 📝 { $n } gasto cambiado: { $name } va en { $icon } { $category }
   *[other] 📝 { $n } gastos cambiados: { $name } va en { $icon } { $category }
}
expenses-for_all-undone = { $n ->
    [one] 🔁 { $n } gasto vuelve a estar como antes. Ya no pongo { $name } en { $category }
   *[other] 🔁 { $n } gastos vuelven a estar como antes. Ya no pongo { $name } en { $category }
}
expenses-for_all-kept = { $n ->
    [one] { $n } se cambió otra vez después, y se queda como está.
   *[other] { $n } se cambiaron otra vez después, y se quedan como están.
}
expenses-for_all-left = 👌 De acuerdo, lo guardado se queda como está.
expenses-for_all-unclear = 📂 No lo he entendido. Prueba “todo lo de Uber es transporte”.
expenses-button-all_yes = Sí, cambiarlos
expenses-button-all_no = No, solo desde ahora
expenses-button-all_undo = Dejarlos como antes
