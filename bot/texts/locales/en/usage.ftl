# What the models used.

conversation-usage = 📊 AI model: { $calls } today.
conversation-usage-cost = 📊 AI model: { $calls }, about { $cost } today.
conversation-usage-none = 📊 AI model: not used today.
conversation-usage-no_model = 📊 No AI model is set up here. I work by my own rules, which cost nothing.
conversation-usage-calls =
    { $n ->
        [one] { $n } call
       *[other] { $n } calls
    }
conversation-usage-lately =
    { $n ->
        [one] In the last { $n } day: { $calls }.
       *[other] In the last { $n } days: { $calls }.
    }
conversation-usage-lately_cost =
    { $n ->
        [one] In the last { $n } day: { $calls }, about { $cost }.
       *[other] In the last { $n } days: { $calls }, about { $cost }.
    }
conversation-usage-unpriced =
    { $n ->
        [one] I don't know the price of { $n } of these calls.
       *[other] I don't know the price of { $n } of these calls.
    }
conversation-usage-share = Your limit for today: { $percent } used. It starts anew at { $when }.
conversation-usage-used_up = Your limit for today is used up. Until { $when } I go on with simple rules.
conversation-usage-all_used_up = Today's limit for everybody is used up. Until { $when } I go on with simple rules.

conversation-budget_used_up = 📣 The AI model's limit for today is used up. Until { $when } I go on with simple rules.
conversation-budget_used_up-person = 📣 Your limit of the AI model for today is used up. Until { $when } I go on with simple rules: short and plain messages work best.
conversation-budget_used_up-everybody = 📣 The AI model's limit for everybody is used up for today. Until { $when } I go on with simple rules: short and plain messages work best.
