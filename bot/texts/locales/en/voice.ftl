# What a call says by itself.

http-voice-waiting = One moment, please.
http-voice-still_there = Are you still there?
http-voice-goodbye_silence = I can't hear anything, so I hang up now. Goodbye.
http-voice-goodbye_limit = This call has reached its longest time, so I hang up now. You can call again or write to me. Goodbye.
http-voice-goodbye_unanswered = Sorry, I can't answer right now. Please call again a little later. Goodbye.
http-voice-unheard = I can't hear you well. Please say it again, or use the keys.
http-voice-not_taken = I could not take that in. Please say it again in a moment.
http-voice-not_this_language = I can't understand spoken words in your language here. Please type, or use the keys.
http-voice-numbers = I heard { $numbers }.
