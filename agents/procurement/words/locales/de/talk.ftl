# Questions back, refusals, what cannot be done, and what it can do.

procurement-no_catalog = 🗂 Es ist noch kein Katalog eingerichtet. Mein Betreiber kann einen mit „steward catalog import FILE“ importieren. Alles andere geht.
procurement-not_known_yet = ⏳ Ich weiß nicht, ob das geklappt hat. Bitte sieh gleich mit /cart nach, bevor du es noch einmal versuchst.
procurement-not_done = ❗ Das hat nicht geklappt. Bitte versuch es noch einmal oder mit anderen Worten.
procurement-not_done-timeout = ⏳ Das hat zu lange gedauert. Es wurde nichts geändert; bitte versuch es noch einmal.
procurement-not_done-unavailable = ⏳ Ich komme gerade nicht an meine Daten. Bitte versuch es gleich noch einmal.
procurement-not_done-not_found = 🔎 Das finde ich nicht. Such danach oder nenn mir die Artikelnummer.
procurement-not_done-unseen = 🔎 Diesen Artikel kenne ich nicht. Such erst danach.
procurement-not_done-gone = ⚠️ Wird nicht mehr verkauft: { $names }
procurement-not_done-not_in_cart = 🛒 Das ist nicht in deinem Warenkorb.
procurement-not_done-no_request = 📋 Eine solche Anforderung hast du nicht.
procurement-not_done-no_category = 🗂 Diese Kategorie gibt es nicht. Zur Wahl stehen { $choices }.
procurement-not_done-no_supplier = 🏷 Diesen Lieferanten gibt es nicht. Zur Wahl stehen { $choices }.
procurement-not_done-invalid_arguments = 🤔 Eine Menge ist eine ganze Zahl von 1 bis 999; 0 entfernt den Artikel.
procurement-not_done-quantity = 🔢 { $name }: Du kannst höchstens { $most } bestellen.
procurement-not_done-stock = ⚠️ { $name }: nur { $available } auf Lager, davon { $in_cart } schon in deinem Warenkorb.
procurement-not_done-sold_out = ⚠️ { $name } ist nicht auf Lager.
procurement-not_done-lines = 🛒 Dein Warenkorb ist voll: Mehr als { $most } verschiedene Artikel passen nicht hinein.
procurement-not_done-other_currency = 💱 Das hat einen Preis in einer anderen Währung ({ $choices }), und eine Anforderung hat nur eine. Sende erst diesen Warenkorb, dann beginne ich eine zweite.
procurement-not_done-limited = 💱 Anforderungen gibt es hier nur in { $choices }.
procurement-not_done-day = 📅 { $day } geht nicht als Liefertag. Bitte wähle einen Tag von { $first } bis { $last }.
procurement-not_done-empty = 🛒 Dein Warenkorb ist leer, es gibt nichts zu senden.
procurement-not_done-missing = ⚠️ Nicht alles ist auf Lager:
procurement-not_done-missing-short = ⚠️ Nur noch { $available } von { $name }.
procurement-not_done-missing-gone = ⚠️ { $name } wird nicht mehr verkauft.
procurement-not_done-missing-none = ⚠️ { $name } ist nicht auf Lager.
procurement-not_done-line-gone = { $name }: wird nicht mehr verkauft
procurement-not_done-line-short = { $name }: nur noch { $available } da
procurement-not_done-line-none = { $name }: nicht auf Lager
procurement-not_done-limit_request = 🚫 { $total } liegt über der Grenze von { $limit } für eine Anforderung.
procurement-not_done-limit_day = 🚫 { $total } liegt über der Grenze von { $limit } am Tag; heute hast du schon { $spent } gesendet.
procurement-not_done-settled = 📋 { $number } ist schon { $status }.
procurement-not_done-no_approval = 📋 Keine Anforderung { $number } wartet auf Freigabe.
procurement-not_done-own_request = 🚫 { $number } ist deine eigene Anforderung. Das muss jemand anderes entscheiden.
procurement-not_done-nobody_known = 🚫 Wer aus der Gruppe { $number } gesendet hat, weiß niemand mehr. Deshalb kann niemand darüber entscheiden. Bitte noch einmal senden.
procurement-ask_change = 🛒 Was soll ich ändern? Zum Beispiel „nur 1“ oder „entferne den Toner“.
procurement-ask_quantity = 🔢 Wie viele? „{ $said }“ geht nicht, bitte eine ganze Zahl von { $lowest } bis { $highest }.
procurement-ask_which = 🤔 Welches meinst du?
procurement-ask_what = 🔎 Was suchst du? Ein, zwei Wörter genügen, zum Beispiel „blaue Stifte“.
procurement-ask_day = 📅 Den Tag „{ $said }“ kenne ich nicht. Wann soll es kommen?
procurement-list_gone = 📄 Diese Liste gibt es nicht mehr. Such noch einmal oder nenn mir eine Artikelnummer.
procurement-no_such_place = { $n ->
    [one] 🤔 Eine Nummer { $position } gibt es nicht: Die Liste hat einen Eintrag.
   *[other] 🤔 Eine Nummer { $position } gibt es nicht: Die Liste hat { $n } Einträge.
}
procurement-no_more = 📄 Das war alles.
procurement-no_requests = 📋 Du hast noch keine Anforderung, die ich wiederholen kann.
procurement-refused-others = 🚫 Ich kann nur für dich bestellen, nicht für andere.
procurement-refused-approval = 🚫 Freigeben und bestellen kann nur der Einkauf, nicht ich.
procurement-refused-how_to_decide = ✍️ Sag mir, welche: „PR-7 freigeben“ oder „PR-7 ablehnen: zu teuer“.
procurement-unclear = 🤔 Das habe ich nicht verstanden. Versuch es mit „suche blaue Stifte unter 20“, „2 vom ersten“, „Warenkorb“ oder „bestellen bis Freitag“.
procurement-partial = ⚠️ Das waren zu viele Schritte, deshalb habe ich aufgehört. So weit bin ich gekommen.

procurement-enter = 🛒 Soll ich im Katalog nachsehen?
procurement-about = Ich finde, was du brauchst, und sende die Bestellanforderung.
procurement-invite = Sag mir, was du kaufen musst.
procurement-also = Einkäufe
procurement-examples =
    suche blaue Stifte unter 20
    der günstigste Kaffee
    🛒 Mein Warenkorb | /cart
procurement-help =
    🔎 „suche blaue Stifte unter 20“, „der günstigste Kaffee“: Ich finde es
    🛒 „zwei vom ersten“, „mach 5 Stifte daraus“, „Papier raus“: Ich ändere den Warenkorb
    📨 „bestellen bis Freitag, am Empfang abgeben“: Ich sende die Anforderung
    /cart dein Warenkorb · /orders deine Anforderungen
procurement-brief = 🛒 Einkäufe: „such blaue Kugelschreiber im Katalog“ · /cart /orders
procurement-privacy = • Ich speichere deinen Warenkorb, deine Anforderungen und ihre Änderungen. Anforderungen über einer Grenze sehen auch die, die sie freigeben.
procurement-command-cart = dein Warenkorb
procurement-command-orders = deine Bestellanforderungen
procurement-description = Sag mir, was du brauchst: Ich finde es im Katalog, fülle deinen Warenkorb und sende die Bestellanforderung.
procurement-short_description = Ich finde Artikel, fülle deinen Warenkorb und sende Bestellanforderungen.
procurement-erased-requests = { $n ->
    [one] { $n } Anforderung
   *[other] { $n } Anforderungen
}
procurement-help-confirm = 💡 Ohne dein Ja sende ich nichts. „Ja“ sendet genau das Gezeigte, „nein“ lässt den Warenkorb, wie er ist. Du kannst es auch ändern: „lieber Montag“, „nur 3“.
procurement-waits-confirm = ob ich die Anforderung senden soll


procurement-doing-decide = denke nach
procurement-doing-run-search_catalog = suche
procurement-doing-run-browse_catalog = sehe den Katalog durch
procurement-doing-run-get_item = sehe mir einen Artikel an
procurement-doing-run-get_cart = sehe in den Warenkorb
procurement-doing-run-list_requests = sehe deine Anforderungen durch
procurement-doing-run-add_to_cart = fülle den Warenkorb
procurement-doing-run-set_quantity = ändere den Warenkorb
procurement-doing-run-reorder = fülle den Warenkorb
procurement-doing-check-checkout = bereite die Anforderung vor
procurement-doing-run-checkout = bereite die Anforderung vor
procurement-doing-check-decide_request = sehe mir die Anforderung an
procurement-doing-run-decide_request = halte die Entscheidung fest
procurement-doing-look-into-the-cart = sehe in den Warenkorb


procurement-button-add = Hinzufügen
procurement-button-add-several = { $quantity } × Nr. { $position } dazu
procurement-button-set = Auswählen
procurement-button-more = Mehr
procurement-button-send = Senden
procurement-button-not_yet = Noch nicht
procurement-button-take_back = Stornieren
procurement-button-empty = Warenkorb leeren
procurement-button-order = Bestellen
procurement-button-order_left = Bestellen, was geht
procurement-button-order_left-counted = { $quantity } bestellen
procurement-button-order_left-without = Ohne das bestellen
procurement-button-change = Ändern
procurement-button-received = Ja, eingegangen
procurement-button-not_received = Nein
procurement-button-approve = Freigeben
procurement-button-reject = Ablehnen
procurement-button-offered = Nochmal bestellen
