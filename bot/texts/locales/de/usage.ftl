# What the models used.

conversation-usage = 📊 KI-Modell: heute { $calls }.
conversation-usage-cost = 📊 KI-Modell: heute { $calls }, etwa { $cost }.
conversation-usage-none = 📊 KI-Modell: heute nicht benutzt.
conversation-usage-no_model = 📊 Hier ist kein KI-Modell eingerichtet. Ich arbeite nach eigenen Regeln, die nichts kosten.
conversation-usage-calls =
    { $n ->
        [one] { $n } Anfrage
       *[other] { $n } Anfragen
    }
conversation-usage-lately =
    { $n ->
        [one] Im letzten { $n } Tag: { $calls }.
       *[other] In den letzten { $n } Tagen: { $calls }.
    }
conversation-usage-lately_cost =
    { $n ->
        [one] Im letzten { $n } Tag: { $calls }, etwa { $cost }.
       *[other] In den letzten { $n } Tagen: { $calls }, etwa { $cost }.
    }
conversation-usage-unpriced =
    { $n ->
        [one] Von { $n } dieser Anfragen kenne ich den Preis nicht.
       *[other] Von { $n } dieser Anfragen kenne ich den Preis nicht.
    }
conversation-usage-share = Dein Limit für heute: { $percent } verbraucht. Um { $when } Uhr beginnt es neu.
conversation-usage-used_up = Dein Limit für heute ist verbraucht. Bis { $when } Uhr mache ich mit einfachen Regeln weiter.
conversation-usage-all_used_up = Das gemeinsame Limit für heute ist verbraucht. Bis { $when } Uhr mache ich mit einfachen Regeln weiter.

conversation-budget_used_up = 📣 Das KI-Limit für heute ist verbraucht. Bis { $when } Uhr mache ich mit einfachen Regeln weiter.
conversation-budget_used_up-person = 📣 Dein KI-Limit für heute ist verbraucht. Bis { $when } Uhr mache ich mit einfachen Regeln weiter: Kurze, klare Nachrichten klappen am besten.
conversation-budget_used_up-everybody = 📣 Das gemeinsame KI-Limit für heute ist verbraucht. Bis { $when } Uhr mache ich mit einfachen Regeln weiter: Kurze, klare Nachrichten klappen am besten.
