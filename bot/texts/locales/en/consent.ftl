# Consent to what is kept, asked for before anything is.

button-agree = I agree
button-decline = No, thanks

consent-text =
    👋 Before we go on, I need your OK.
    • { $operator } keeps what you send me (messages, photos, recordings) and what I save from it, so that I can help you.
consent-days =
    { $n ->
        [one] • Messages, and photos from which nothing was saved, are deleted after { $n } day. What was saved stays until you delete it.
       *[other] • Messages, and photos from which nothing was saved, are deleted after { $n } days. What was saved stays until you delete it.
    }
consent-models = • To understand it, I send it to an AI model of { $providers }.
consent-no_models = • I don't send it to any AI provider.
consent-erase = • You can take your OK back at any time: /deletemydata deletes everything. /privacy tells you more.
consent-link = • Privacy notice: { $link }
consent-until_then = Until you agree, I keep nothing.
consent-spoken = Please say yes or no, or press 1 for yes and 2 for no.
consent-goodbye = I keep nothing, then. Goodbye.
consent-thanks = 👍 Thank you.
consent-thanks_again = 👍 Thank you. Please send me again what you wrote.
consent-declined = 👌 All right, I kept nothing. If you change your mind, just write to me.
consent-nothing_kept = I keep nothing of you.
consent-unknown = I can't reach my records right now, so I kept nothing of it. Please send it again in a few minutes.
