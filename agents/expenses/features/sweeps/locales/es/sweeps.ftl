expenses-for_all-learned = { $n ->
   *[other] 👌 { $name } es { $icon } { $category } a partir de ahora. Todo lo guardado de allí ya está así.
}
expenses-for_all-offered = { $n ->
    [one] 👌 { $name } es { $icon } { $category } a partir de ahora. { $n } gasto guardado de allí tiene otra categoría: ¿lo cambio también?
   *[other] 👌 { $name } es { $icon } { $category } a partir de ahora. { $n } gastos guardados de allí tienen otra categoría: ¿los cambio también?
}
expenses-for_all-changed = { $n ->
    [one] 📝 { $n } gasto cambiado: { $name } es { $icon } { $category }
   *[other] 📝 { $n } gastos cambiados: { $name } es { $icon } { $category }
}
expenses-for_all-undone = { $n ->
    [one] 🔁 { $n } gasto vuelve a estar como antes, y { $name } ya no es { $category } por sí solo
   *[other] 🔁 { $n } gastos vuelven a estar como antes, y { $name } ya no es { $category } por sí solo
}
expenses-for_all-kept = { $n ->
    [one] { $n } se cambió otra vez después, y se queda como está.
   *[other] { $n } se cambiaron otra vez después, y se quedan como están.
}
expenses-for_all-left = 👌 Lo guardado se queda como está.
expenses-for_all-unclear = 📂 No lo he entendido. Prueba “todo lo de Uber es transporte”.
expenses-button-all_yes = Sí, cambiarlos
expenses-button-all_no = No, solo desde ahora
expenses-button-all_undo = Dejar todos como antes
