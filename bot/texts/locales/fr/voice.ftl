# Ce qu'un appel dit de lui-même.

http-voice-waiting = Un instant, s'il te plaît.
http-voice-still_there = Tu es toujours là ?
http-voice-goodbye_silence = Je n'entends rien, alors je raccroche. Au revoir.
http-voice-goodbye_limit = Cet appel a atteint sa durée maximale, alors je raccroche. Tu peux rappeler ou m'écrire. Au revoir.
http-voice-unheard = Je t'entends mal. Tu peux aussi écrire, ou utiliser les touches.
http-voice-not_taken = Je n'ai pas pu prendre ça. Redis-le dans un instant.
http-voice-not_this_language = Je ne comprends pas ta langue à l'oral ici. Écris, ou utilise les touches.
http-voice-numbers = J'ai entendu { $numbers }.
