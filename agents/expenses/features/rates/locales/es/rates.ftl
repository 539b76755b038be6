# Tipos de cambio.

expenses-rate = 💱 Tipos de cambio:
expenses-rate-set = 💱 De acuerdo, uso este tipo de cambio durante una semana:
expenses-rate-rows = { $n ->
    [one] { $n } gasto de esa semana sin tipo de cambio ya lo usa.
   *[other] { $n } gastos de esa semana sin tipo de cambio ya lo usan.
}
expenses-rate-line-hand = { $equation } (fijado por ti, { $day })
expenses-rate-line-bank = { $equation } (Banco Central Europeo, { $day })
expenses-rate-converted = 💱 { $amount } ≈ { $result }
expenses-rate-none = 💱 No has fijado ningún tipo de cambio en la última semana.
expenses-rate-none_of = 💱 No tengo un tipo de cambio de { $currency } a { $into } de la última semana.
expenses-rate-example = Prueba “1 usd = 0,92”, “/rate usd 0,92” o “convierte 20 usd”.
expenses-rate-unclear = 💱 No he entendido ese tipo de cambio. No he cambiado nada.
expenses-rate-not_positive = 💱 Tiene que ser mayor que cero. No he cambiado nada.
expenses-rate-absurd = 💱 Eso no puede ser un tipo de cambio. No he cambiado nada.
expenses-rate-same_currency = 💱 Las dos son { $currency }, así que no hay nada que convertir.
