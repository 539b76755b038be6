# Questions back, refusals, what cannot be done, and what it can do.

procurement-no_catalog = 🗂 Es ist noch kein Katalog eingerichtet. Mein Betreiber kann einen einlesen: „steward catalog import FILE“. Alles andere geht.
procurement-not_known_yet = ⏳ Ich weiß nicht, ob das geklappt hat. Bitte sieh gleich in /cart nach, bevor du es noch einmal versuchst.
procurement-not_done = ❗ Das hat nicht geklappt. Bitte versuch es noch einmal oder mit anderen Worten.
procurement-not_done-timeout = ⏳ Das hat zu lange gedauert. Es wurde nichts geändert; bitte versuch es noch einmal.
procurement-not_done-unavailable = ⏳ Ich erreiche meine Aufzeichnungen gerade nicht. Bitte versuch es gleich noch einmal.
procurement-not_done-not_found = 🔎 Das finde ich nicht. Such danach oder nenn mir die Artikelnummer.
procurement-not_done-unseen = 🔎 Diesen Artikel kenne ich nicht. Such erst danach.
procurement-not_done-gone = ⚠️ Wird nicht mehr verkauft: { $names }
procurement-not_done-not_in_cart = 🛒 Das ist nicht in deinem Warenkorb.
procurement-not_done-no_request = 📋 Eine solche Anforderung hast du nicht.
procurement-not_done-no_category = 🗂 Diese Kategorie gibt es nicht. Zur Wahl stehen { $choices }.
procurement-not_done-no_supplier = 🏷 Diesen Lieferanten gibt es nicht. Zur Wahl stehen { $choices }.
procurement-not_done-invalid_arguments = 🤔 Eine Menge ist eine ganze Zahl von 1 bis 999; 0 entfernt den Artikel.
procurement-not_done-quantity = 🔢 { $name }: höchstens { $most }.
procurement-not_done-stock = ⚠️ { $name }: nur { $available } auf Lager, { $in_cart } schon in deinem Warenkorb.
procurement-not_done-sold_out = ⚠️ { $name } ist nicht auf Lager.
procurement-not_done-lines = 🛒 Der Warenkorb ist voll: er fasst { $most } verschiedene Artikel.
procurement-not_done-other_currency = 💱 Das ist eine andere Währung ({ $choices }): eine Anforderung hat nur eine. Sende erst den Warenkorb, dann mache ich eine zweite.
procurement-not_done-limited = 💱 Anforderungen gehen hier nur in { $choices }.
procurement-not_done-day = 📅 { $day } geht nicht als Liefertag. Bitte wähle einen Tag von { $first } bis { $last }.
procurement-not_done-empty = 🛒 Dein Warenkorb ist leer: es gibt nichts zu senden.
procurement-not_done-missing = ⚠️ Nicht alles ist auf Lager:
procurement-not_done-missing-short = ⚠️ Nur noch { $available } von { $name }.
procurement-not_done-missing-gone = ⚠️ { $name } wird nicht mehr verkauft.
procurement-not_done-missing-none = ⚠️ { $name } ist nicht auf Lager.
procurement-not_done-line-gone = { $name }: wird nicht mehr verkauft
procurement-not_done-line-short = { $name }: nur noch { $available } da
procurement-not_done-line-none = { $name }: nicht auf Lager
procurement-not_done-limit_request = 🚫 { $total } liegt über der Grenze von { $limit } für eine Anforderung.
procurement-not_done-limit_day = 🚫 { $total } liegt über der Grenze von { $limit } am Tag; heute sind { $spent } gesendet.
procurement-not_done-settled = 📋 { $number } ist schon { $status }.
procurement-ask_change = 🛒 Was soll ich ändern? Zum Beispiel „nur 1“ oder „entferne den Toner“.
procurement-ask_quantity = 🔢 Wie viele? Eine ganze Zahl von { $lowest } bis { $highest }; „{ $said }“ ist keine.
procurement-ask_which = 🤔 Welches meinst du?
procurement-ask_what = 🔎 Was suchst du? Ein, zwei Wörter genügen, etwa „blaue Stifte“.
procurement-ask_day = 📅 Einen Tag „{ $said }“ kenne ich nicht. Wann soll es kommen?
procurement-list_gone = 📄 Diese Liste gibt es nicht mehr. Such noch einmal oder nenn mir eine Artikelnummer.
procurement-no_such_place = { $n ->
    [one] 🤔 Eine Nummer { $position } gibt es nicht: die Liste hat einen Eintrag.
   *[other] 🤔 Eine Nummer { $position } gibt es nicht: die Liste hat { $n } Einträge.
}
procurement-no_more = 📄 Das war alles.
procurement-no_requests = 📋 Du hast noch keine Anforderung, die ich wiederholen kann.
procurement-refused-others = 🚫 Ich kann nur für dich bestellen, nicht für andere.
procurement-refused-approval = 🚫 Freigeben und bestellen tut der Einkauf, nicht ich.
procurement-unclear = 🤔 Das habe ich nicht verstanden. Versuch „suche blaue Stifte unter 20“, „2 vom ersten“, „Warenkorb“ oder „bestellen bis Freitag“.
procurement-partial = ⚠️ Das brauchte zu viele Schritte, also habe ich aufgehört. So weit bin ich gekommen.

procurement-enter = 🛒 Soll ich im Katalog nachsehen?
procurement-about = Ich finde, was du brauchst, und sende die Anforderung an den Einkauf.
procurement-invite = Sag mir, was du kaufen musst.
procurement-also = Einkäufe
procurement-examples =
    suche blaue Stifte unter 20
    der günstigste Kaffee
    🛒 Mein Warenkorb | /cart
procurement-help =
    🔎 „suche blaue Stifte unter 20“, „der günstigste Kaffee“: ich finde es
    🛒 „zwei vom ersten“, „mach 5 Stifte daraus“, „Papier raus“: ich ändere den Warenkorb
    📨 „bestellen bis Freitag, am Empfang abgeben“: ich sende die Anforderung
    /cart dein Warenkorb · /orders deine Anforderungen
procurement-brief = 🛒 Einkäufe: „suche blaue Stifte unter 20“ · /cart /orders
procurement-privacy = • Ich bewahre deinen Warenkorb, deine Anforderungen und ihre Änderungen auf.
procurement-command-cart = dein Warenkorb
procurement-command-orders = deine Anforderungen
procurement-description = Sag mir, was du brauchst: ich finde es im Katalog, führe deinen Warenkorb und sende die Anforderung.
procurement-short_description = Ich finde Artikel, führe deinen Warenkorb und sende Anforderungen.
procurement-erased-requests = { $n ->
    [one] { $n } Anforderung
   *[other] { $n } Anforderungen
}
procurement-help-confirm = 💡 Ich warte auf dein Wort, bevor ich etwas sende: „ja“ sendet genau das Gezeigte, „nein“ lässt den Warenkorb, wie er ist. Du kannst es auch ändern: „lieber Montag“, „nur 3“.
procurement-waits-confirm = ob ich die Anforderung senden soll


procurement-doing-decide = ich denke nach
procurement-doing-run-search_catalog = ich suche
procurement-doing-run-browse_catalog = ich sehe den Katalog durch
procurement-doing-run-get_item = ich sehe mir einen Artikel an
procurement-doing-run-get_cart = ich sehe in den Warenkorb
procurement-doing-run-list_requests = ich sehe deine Anforderungen durch
procurement-doing-run-add_to_cart = ich fülle den Warenkorb
procurement-doing-run-set_quantity = ich ändere den Warenkorb
procurement-doing-run-reorder = ich fülle den Warenkorb
procurement-doing-check-checkout = ich bereite die Anforderung vor
procurement-doing-run-checkout = ich bereite die Anforderung vor
procurement-doing-look-into-the-cart = ich sehe in den Warenkorb


procurement-button-add = Nimm
procurement-button-add-several = Nimm { $quantity } × Nr. { $position }
procurement-button-set = Das da
procurement-button-more = Mehr
procurement-button-send = Senden
procurement-button-not_yet = Noch nicht
procurement-button-take_back = Zurücknehmen
procurement-button-empty = Warenkorb leeren
procurement-button-order = Bestellen
procurement-button-order_left = Bestellen, was da ist
procurement-button-order_left-counted = { $quantity } bestellen
procurement-button-order_left-without = Ohne bestellen
procurement-button-change = Ändern
procurement-button-received = Ja, eingegangen
procurement-button-not_received = Nein
procurement-button-offered = Noch einmal bestellen
