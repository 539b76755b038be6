# Ce qu'un appel dit de lui-même.

http-voice-waiting = Un instant, s'il te plaît.
http-voice-still_there = Tu es toujours là ?
http-voice-goodbye_silence = Je n'entends rien, alors je raccroche. Au revoir.
http-voice-goodbye_limit = Nous avons atteint la durée maximale de l'appel, alors je raccroche. Tu peux rappeler ou m'écrire. Au revoir.
http-voice-goodbye_unanswered = Désolé, je ne peux pas répondre pour l'instant. Rappelle un peu plus tard, s'il te plaît. Au revoir.
http-voice-unheard = Je t'entends mal. Redis-le, ou utilise les touches du téléphone.
http-voice-not_taken = Je n'ai pas bien reçu ça. Redis-le dans un instant.
http-voice-not_this_language = Ici, je ne comprends pas ta langue à l'oral. Écris-moi, ou utilise les touches du téléphone.
http-voice-numbers = J'ai entendu { $numbers }.
