# Lo que han usado los modelos.

conversation-usage = 📊 Modelo de IA hoy: { $calls }.
conversation-usage-cost = 📊 Modelo de IA hoy: { $calls }, unos { $cost }.
conversation-usage-none = 📊 Modelo de IA: hoy no se ha usado.
conversation-usage-no_model = 📊 Aquí no hay ningún modelo de IA configurado. Trabajo con mis propias reglas, que no cuestan nada.
conversation-usage-calls =
    { $n ->
        [one] { $n } consulta
       *[other] { $n } consultas
    }
conversation-usage-lately =
    { $n ->
        [one] En el último día: { $calls }.
       *[other] En los últimos { $n } días: { $calls }.
    }
conversation-usage-lately_cost =
    { $n ->
        [one] En el último día: { $calls }, unos { $cost }.
       *[other] En los últimos { $n } días: { $calls }, unos { $cost }.
    }
conversation-usage-unpriced =
    { $n ->
        [one] No conozco el precio de { $n } de estas consultas.
       *[other] No conozco el precio de { $n } de estas consultas.
    }
conversation-usage-share = Límite de hoy: { $percent } usado. Se renueva: { $when }.
conversation-usage-used_up = Tu límite de hoy se ha agotado (se renueva: { $when }). Mientras tanto sigo con reglas sencillas.
conversation-usage-all_used_up = El límite de hoy para todos se ha agotado (se renueva: { $when }). Mientras tanto sigo con reglas sencillas.

conversation-budget_used_up = 📣 El límite de hoy del modelo de IA se ha agotado (se renueva: { $when }). Mientras tanto sigo con reglas sencillas.
conversation-budget_used_up-person = 📣 Tu límite de hoy del modelo de IA se ha agotado (se renueva: { $when }). Mientras tanto sigo con reglas sencillas: es mejor que escribas mensajes cortos y claros.
conversation-budget_used_up-everybody = 📣 El límite de hoy del modelo de IA para todos se ha agotado (se renueva: { $when }). Mientras tanto sigo con reglas sencillas: es mejor que escribas mensajes cortos y claros.
