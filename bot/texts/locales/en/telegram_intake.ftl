# What the bot says itself, about messages that never reach the conversation.

telegram-not_allowed = Hello! 👋 I'm a private assistant and can only talk to people my owner has let in.
telegram-not_paired = Hello! 👋 I'm a private assistant, and nobody is paired with me yet. If you set me up, send me the pairing code that was shown where I was started.
telegram-paired = 🔑 That's the right code. I'm ready to help you.
telegram-wrong_code = That code isn't right. Please check it and send it again.
telegram-too_many_tries = Those were too many tries. Please wait an hour, then send the code again.
telegram-slow_down = 🐢 That's a lot at once! Nothing is lost: I take { $limit } messages a minute, and the others follow by themselves. No need to send anything again.
telegram-too_much = ✋ Too much is waiting already, so I can't take this message, nor what you send right after it. Please send it again in a few minutes.
telegram-outage = ⏳ I have trouble taking that in right now. It isn't lost: I'll get to it as soon as I can, no need to send it again.
telegram-defect = 😕 I can't handle that message. Could you send it in another way?
telegram-shared_on = 👥 This group now shares one list: what anyone here sends me goes on it, and everyone here can see and change it.
telegram-shared_off = 👤 From now on everyone here has a list of their own again. What was shared stays with the group.
telegram-shared_unavailable = 🕐 I can't change that right now: my records are out of reach. Please try again in a few minutes.
telegram-shared_not_admin = Only an admin of this group can change that.
telegram-shared_no_group = That works in groups only: /shared on gives a group one common list.
telegram-shared_is_on = 👥 This group shares one list. An admin can change that with /shared off.
telegram-shared_is_off = 👤 Everyone here has a list of their own. An admin can change that with /shared on.
telegram-erase_not_admin = Only an admin of this group can delete what it shares.
