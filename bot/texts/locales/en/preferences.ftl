# Currency, language, time zone, privacy, and deleting everything.

button-prefer = This one
button-prefer_back = ↩️ Back to { $value }
button-erase = 🗑️ Delete everything
button-keep_data = Keep it

conversation-preference = 👍 Noted.
conversation-preference-same = 👌 It was { $after } already.
conversation-preference-currency = 💱 Amounts without a currency are now { $after }. Before: { $before }.
conversation-preference-currency-kept = What you told me before keeps its currency; sums show each currency by itself.
conversation-preference-language = 🗣️ We speak { $after } now. Before: { $before }.
conversation-preference-timezone = 🕐 Your time zone is now { $after }, where it is { $time }. Before: { $before }.

conversation-ask_preference = ⚙️ You can set /currency, /language and /timezone.
conversation-ask_preference-currency = 💱 Which currency should I use when you don't say one? Now it's { $current }.
conversation-ask_preference-currency-refused = 🤔 I don't know the currency “{ $refused }”. Use a code of three letters, like MYR or EUR.
conversation-ask_preference-currency-example = Pick one, or type another: “/currency USD”.
conversation-ask_preference-currency-offered = 💱 Shall I count in { $offered }?
conversation-ask_preference-language = 🗣️ Which language shall we speak? Now it is { $current }.
conversation-ask_preference-language-refused = 🤔 I don't speak “{ $refused }”, I'm afraid.
conversation-ask_preference-language-example = Pick one. For other ways to write numbers and dates, name the country too: “/language en_GB”.
conversation-ask_preference-language-offered = 🗣️ You write in English. Shall I answer in English, too?
conversation-ask_preference-timezone = 🕐 Which time zone are you in? Now it is { $current }.
conversation-ask_preference-timezone-refused = 🤔 I don't know the time zone “{ $refused }”.
conversation-ask_preference-timezone-example = Pick one, or type a city or a zone: “/timezone Berlin”.
conversation-ask_preference-timezone-offered = 🕐 Shall I use the time zone { $offered }? It decides when your days begin and end.

conversation-privacy =
    🔒 What I keep, and how to be rid of it
    • I keep your messages and my answers, your photos and files with what I read in them, unfinished drafts, your currency, language and time zone, and how often the AI model worked for you.
    • My operator can read all of it. Other people who write to me can't, unless a group shares what I keep: then everybody in it sees that. What is said in a group, the group sees.
    • If my operator uses a language model, what you write, say and photograph may be sent to its provider.
conversation-privacy-days =
    { $n ->
        [one] • Messages, drafts and photos from which nothing was saved are deleted after { $n } day. What was saved stays, with its photos, until you delete it.
       *[other] • Messages, drafts and photos from which nothing was saved are deleted after { $n } days. What was saved stays, with its photos, until you delete it.
    }
conversation-privacy-no_days = • Messages, drafts and photos from which nothing was saved are deleted after some time. What was saved stays, with its photos, until you delete it.
conversation-privacy-more =
    • The record of how I worked on your messages holds their words too. My operator's server removes it some days after our conversation has ended; my operator decides how many.
    • /deletemydata deletes all of the above for good, that record too, mostly within minutes, and I tell you when it's done. A note that you asked for it goes within a day.
    • What stays after that: that you may write to me, what the app you use keeps itself, my operator's backups, what a provider got, and what the AI model cost, without your name.

conversation-ask_erase =
    🗑️ Delete everything I keep of you?
    What I saved for you, messages, photos, drafts and settings go, in all our conversations. They can't be brought back.
    In a group that shares what I keep, this deletes it for everybody in it.
conversation-ask_erase-still_to_come = 📅 Still to come: { $what }, until { $until }. It is cancelled with the rest, unless another system keeps it: then I tell you which.
conversation-erase_kept = 👌 Everything stays as it is.
conversation-erasing = 🧹 I'm deleting everything and tell you when it's done. What you send before that is deleted too.
conversation-erased = ✅ It's done: everything I kept of you is deleted. Write any time to start afresh.
conversation-erased-counted = ✅ It's done: everything I kept of you is deleted, { $counts }. Write any time to start afresh.
conversation-erased-kept_by = I couldn't delete what { $systems } keeps about you. Please ask there.
conversation-erased-messages =
    { $n ->
        [one] { $n } message
       *[other] { $n } messages
    }
conversation-erased-files =
    { $n ->
        [one] { $n } file
       *[other] { $n } files
    }
