# Exchange rates.

expenses-rate = 💱 Wechselkurse:
expenses-rate-set = 💱 Gut, diesen Kurs nehme ich eine Woche lang:
expenses-rate-rows = { $n ->
    [one] { $n } Ausgabe dieser Woche ohne Kurs wird jetzt damit umgerechnet.
   *[other] { $n } Ausgaben dieser Woche ohne Kurs werden jetzt damit umgerechnet.
}
expenses-rate-line-hand = { $equation } (von dir, { $day })
expenses-rate-line-bank = { $equation } (Europäische Zentralbank, { $day })
expenses-rate-converted = 💱 { $amount } ≈ { $result }
expenses-rate-none = 💱 Du hast in der letzten Woche keinen Kurs festgelegt.
expenses-rate-none_of = 💱 Ich habe keinen Kurs von { $currency } zu { $into } aus der letzten Woche.
expenses-rate-example = Versuch es mit „1 USD = 0,92“, „/rate usd 0,92“ oder „wie viel sind 20 USD?“.
expenses-rate-unclear = 💱 Diesen Kurs habe ich nicht verstanden. Es wurde nichts geändert.
expenses-rate-not_positive = 💱 Das muss größer als null sein. Es wurde nichts geändert.
expenses-rate-absurd = 💱 Das kann kein Kurs sein. Es wurde nichts geändert.
expenses-rate-same_currency = 💱 Beides ist { $currency }, da gibt es nichts umzurechnen.
