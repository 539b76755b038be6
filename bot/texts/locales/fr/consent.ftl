# Consentement à ce qui est conservé, demandé avant de conserver quoi que ce soit.

button-agree = J'accepte
button-decline = Non merci

consent-text =
    👋 Avant de continuer, j'ai besoin de ton accord.
    • { $operator } conserve ce que tu m'envoies (messages, photos, enregistrements) et ce que j'en note, pour que je puisse t'aider.
consent-days =
    { $n ->
        [one] • Les messages, et les photos dont rien n'a été noté, sont supprimés après { $n } jour. Ce qui a été noté reste jusqu'à ce que tu le supprimes.
       *[other] • Les messages, et les photos dont rien n'a été noté, sont supprimés après { $n } jours. Ce qui a été noté reste jusqu'à ce que tu le supprimes.
    }
consent-models = • Pour comprendre tout cela, je l'envoie à un modèle d'IA de { $providers }.
consent-no_models = • Je ne l'envoie à aucun fournisseur d'IA.
consent-erase = • Tu peux retirer ton accord à tout moment : /deletemydata supprime tout. /privacy t'en dit plus.
consent-link = • Politique de confidentialité : { $link }
consent-until_then = Tant que tu n'acceptes pas, je ne conserve rien.
consent-spoken = Dis oui ou non, ou appuie sur 1 pour oui et sur 2 pour non.
consent-goodbye = Alors je ne conserve rien. Au revoir.
consent-thanks = 👍 Merci.
consent-thanks_again = 👍 Merci. Renvoie-moi ce que tu avais écrit, s'il te plaît.
consent-declined = 👌 Très bien, je n'ai rien conservé. Si tu changes d'avis, écris-moi.
consent-nothing_kept = Je ne conserve rien sur toi.
consent-unknown = Je n'ai pas accès à mes données pour l'instant, je n'ai donc rien conservé. Renvoie-le dans quelques minutes, s'il te plaît.
