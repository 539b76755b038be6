# Questions about an expense. "again" words the second attempt, "bare" stands without a value.

expenses-ask-about = About #{ $number } ({ $name }):
expenses-ask-about-known = About #{ $number }, so far I have: { $known }.
expenses-ask-about-noted = 👌 Noted. About #{ $number }, so far I have: { $known }.
expenses-ask-known = So far I have: { $known }.
expenses-ask-noted = 👌 Noted. So far I have: { $known }.
expenses-ask-amount = 💰 How much was it?
expenses-ask-amount-at = 💰 How much did you pay at { $name }?
expenses-ask-amount-for = 💰 How much was { $name }?
expenses-ask-amount-unsure = 💰 I'm not sure I read the amount right. Is it { $value }?
expenses-ask-amount-unsure-bare = 💰 I can't make out the amount. How much was it?
expenses-ask-amount-ambiguous = 💰 That amount can be read in two ways. Which one is it?
expenses-ask-amount-zero = 💰 There's nothing to save for zero. How much was it?
expenses-ask-amount-negative = 💰 That is less than zero. What is the right amount?
expenses-ask-amount-absurd = 💰 { $value } looks far too big. How much was it really?
expenses-ask-amount-absurd-bare = 💰 That amount looks far too big. How much was it really?
expenses-ask-amount-too_precise = 💰 { $value } has too many decimals. How much was it?
expenses-ask-amount-too_precise-bare = 💰 That amount has too many decimals. How much was it?
expenses-ask-amount-again = 🤔 I didn't get an amount from that. Just the number is enough.
expenses-ask-amount-example = For example: { $money }
expenses-ask-merchant = 🏪 What was it for? A shop or a few words will do.
expenses-ask-merchant-of = 🏪 What was the { $amount } for? A shop or a few words will do.
expenses-ask-merchant-photo = 🏪 I can't make out the shop. Where was it?
expenses-ask-merchant-unsure = 🏪 I'm not sure I read the shop right. Is it “{ $value }”?
expenses-ask-merchant-unsure-bare = 🏪 I can't make out the shop. Where was it?
expenses-ask-merchant-too_short = 🏪 “{ $value }” is too short for a name. Where was it?
expenses-ask-merchant-too_short-bare = 🏪 That is too short for a name. Where was it?
expenses-ask-merchant-too_long = 🏪 That name is too long. What's a shorter one?
expenses-ask-merchant-again = 🤔 I need the shop, or a word or two for what you bought.
expenses-ask-merchant-example = For example: Starbucks, or lunch
expenses-ask-date = 📅 When was it?
expenses-ask-date-unsure = 📅 I'm not sure I read the date right. Is it { $value }?
expenses-ask-date-unsure-bare = 📅 I can't make out the date. When was it?
expenses-ask-date-future = 📅 { $value } is in the future. When was it?
expenses-ask-date-future-bare = 📅 That day is in the future. When was it?
expenses-ask-date-too_old = 📅 { $value } is very long ago. When was it really?
expenses-ask-date-too_old-bare = 📅 That is very long ago. When was it really?
expenses-ask-date-again = 🤔 I didn't get a day from that.
expenses-ask-date-example = For example: today, yesterday, or { $date }
expenses-ask-category = 📂 Which category fits?
expenses-ask-category-of = 📂 Which category fits { $name }?
expenses-ask-category-again = 🤔 I didn't get a category from that.
expenses-ask-category-example = Pick one, or type another, like Transport.
expenses-ask-better_image = 📷 I could hardly read that photo. Can you take a better one?
expenses-ask-better_image-reason = 📷 { $reason }
expenses-ask-better_image-again = 🤔 I still can't read it. Typing it works too.
expenses-ask-better_image-example =
    💡 Flat, in good light, the whole receipt in the picture.
    Or type it, like “Starbucks 15.50”.
expenses-ask-offer = Or shall I leave it? I can drop it, or keep it as a draft for later.
expenses-ask-duplicate = 👀 You have this one already. Save it anyway?
expenses-ask-duplicate-on = 👀 You have this one already, saved { $day }. Save it anyway?
expenses-ask-duplicate-again = “Yes” saves it again, “no” leaves it out.
expenses-ask-to_save = 💾 Save { $what }?
expenses-ask-to_save-unsure = 🔎 Not sure I read this right: { $fields }.
expenses-ask-to_save-or_change = 💾 { $what }: is it new, or a change?
expenses-ask-to_save-row = #{ $number } is { $row }
expenses-ask-to_save-changing = ✏️ { $what }: what is different?
expenses-ask-to_save-example = For example: “12.50”, “it was yesterday”, “category Transport”
expenses-ask_together = 🔎 { $number } need a look: { $fields }.
expenses-ask_together-left = 🔎 { $number } left to check: { $fields }.
expenses-ask_together-which = 🔎 Which one do you mean? Say its number, too.
expenses-ask_together-same = 👀 { $which } look like the same receipt. To drop one: /cancel { $number }
expenses-ask_together-change = ✏️ To change one, press its number or say “#{ $number }: { $value }”.
expenses-ask_together-category = { $n ->
    [one] { $n } category
   *[other] { $n } categories
}
expenses-ask_together-amount = { $n ->
    [one] { $n } total
   *[other] { $n } totals
}
expenses-ask_together-merchant = { $n ->
    [one] { $n } shop
   *[other] { $n } shops
}
expenses-ask_together-date = { $n ->
    [one] { $n } date
   *[other] { $n } dates
}
expenses-ask-edit = 📝 What should I change?
expenses-ask-edit-example = For example: “amount 12.50”, “it was yesterday”, “category Transport”
expenses-ask-several = 🧾 I see { $n } receipts in this photo and took the first. Please send each of the others in a photo of its own.
