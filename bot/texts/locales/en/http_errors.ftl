# What a request over HTTP is told that gets no answer.

http-error-bad_request = That request can't be understood.
http-error-bad_request-named = That request can't be understood: look at { $what }.
http-error-message-empty = There is nothing in that message.
http-error-conversation_id_required = Name the conversation: in the header X-Conversation-ID, or in metadata.conversation_id.
    Open WebUI: ENABLE_FORWARD_USER_INFO_HEADERS=true
    LibreChat: headers: X-Conversation-ID: "{"{{"}LIBRECHAT_BODY_CONVERSATIONID{"}}"}"
http-error-unauthorized = I don't know who you are. Please sign in.
http-error-forbidden = That is not allowed from here.
http-error-tool_not_found = I have no such tool.
http-error-session_not_found = I can't find that conversation.
http-error-not_found = There is nothing here.
http-error-method_not_allowed = That can't be done here.
http-error-message_id_reused = That id belongs to another message. Please use a new one.
http-error-conversation_moved_on = The conversation went on from there. Only its last message can be sent again.
http-error-too_large = That is too large.
http-error-too_large-named = That is too large: at most { $limit }.
http-error-unsupported_media = I can't take in that kind of content.
http-error-rate_limited = That was too fast. Please wait a moment and try again.
http-error-rate_limited-named = At most { $limit } messages a minute, please.
http-error-temporal-unreachable = I can't be reached right now, so nothing was done. Please try again in a moment.
http-error-storage-unavailable = I can't reach my records right now, so nothing was done. Please try again in a moment.
http-error-busy = Too much is being sent right now. Please try again in a moment.
http-error-voice-busy = All lines are busy. Please call again in a moment, or write.
http-error-speech-empty = I could not make out any words in that. Please say it again, or type it.
http-error-speech-unavailable = I can't listen here. Please type it.
http-error-internal = Something went wrong on my side. Please try again.
http-error-model_not_found-named = There is no such model here: use { $what }.
http-error-not_done_yet = Your message was taken and is still being worked on. Send it again to get its answer.
http-error-consent-outdated = That is not the current text. Show the person the current one, and ask again.
