# Ce que celui qui appelle entend de la voix de l'opérateur, et d'abord de Steward.

telephone-greeting = Bonjour. Que puis-je faire pour toi ?
telephone-again = Nous avons été coupés. Reprenons.
telephone-person = Je te passe quelqu'un. Un instant, s'il te plaît.
telephone-emergency = Je te passe quelqu'un tout de suite. Reste en ligne, s'il te plaît.
telephone-busy = Toutes les lignes sont occupées. Rappelle dans quelques minutes, s'il te plaît.
telephone-unavailable = Désolé, nous ne pouvons pas prendre ton appel en ce moment. Rappelle plus tard, s'il te plaît.
telephone-nobody = Désolé, personne ne peut te répondre en ce moment. Rappelle plus tard, s'il te plaît.
telephone-nobody_emergency = Personne ne répond. Si tu es en danger, appelle toi-même les secours maintenant.
