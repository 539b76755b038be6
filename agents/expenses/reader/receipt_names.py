"""What names of shops look like, and what stands around them: forms, trades, addresses, numbers."""

# ruff: noqa: E501 - a pattern is easier to check when it is not cut

import re

LOCAL_LEGAL = (
    r"sdn\.?\s*[.,]?\s*bhd|s[a-z]{1,2}\.?\s?[bd3]h[du]|s/b|s\.b\.|bhd|berhad|plt|pte\.?\s*ltd|p/l"
)
"""Legal forms that receipts of Malaysia and Singapore print as part of the shop's name."""

OTHER_LEGAL = (
    r"ltd|limited|l\.?l\.?c|inc|corp|co\.|company|gmbh|e\.k\.|ag|kg|ohg|s\.?a\.?r\.?l|s\.a\.(?:\s*de\s*c\.?\s?v\.?)?|"
    r"s\.?\s?(?:a\.?|de\s*r\.?\s?l\.?)\s*de\s*c\.?\s?v\.?|pcl|"
    r"s\.\s?l\.(?:\s?u\.?)?|s\.?r\.?l\.?s?|s\.?p\.?a|snc|sas|eurl|b\.\s?v\.|n\.v\.|pty|tbk|pt\.|cv\.|k\.\s?k\.|oy|ab|as|aps|"
    r"a/s|lda|ltda|unipessoal|sp\.?\s*z\s*o\.?\s?o\.?|s\.\s?r\.\s?o\.?|kft|zrt|d\.o\.o\.?|plc|llp|株式会社|有限会社|\(株\)|有限公司|"
    r"주식회사|\(주\)|a\.ş\.|ltd\.?\s*şti|tnhh|ооо"
)
LEGAL = f"{LOCAL_LEGAL}|{OTHER_LEGAL}"


def _word(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE)


LOCAL_SUFFIX, SUFFIX = _word(LOCAL_LEGAL), _word(LEGAL)
ONLY_SUFFIX = re.compile(
    rf"^\W*(?:\(m\)\s*)?(?:co\.?,?\s*)?(?:\(m\)\s*)?(?:{LEGAL})\W*$", re.IGNORECASE
)
TRADE = re.compile(
    r"\b(?:enterprise|trading|restaurant|restoran|cafe|café|kafe|bistro|mart|market|store|stores|"
    r"shop|hardware|stationery|pharmacy|farmasi|perniagaan|syarikat|pasaraya|pasar|kedai|bakery|"
    r"hotel|station|petrol|clinic|klinik|kitchen|books?|electrical|machinery|services?|gallery|"
    r"supermarket|hypermarket|minimarket|mini\s*market|company|group|foods?|house|centre|center|"
    r"coffee|pizza|burger|grill|bar|deli|auto|motor|tyre|optic|salon|boutique|fashion|studio|"
    r"delights?|retail|apotheke|b(?:ä|ae?)ckerei|markt|gasthaus|gasthof|wirtshaus|brauhaus|"
    r"brasserie|boulangerie|p[aâ]tisserie|pharmacie|librairie|[eé]picerie|tabac|bodega|taberna|"
    r"taquer[ií]a|panader[ií]a|farmacia|supermercado|mercado|tienda|ristorante|trattoria|pizzeria|"
    r"osteria|gelateria|tabaccheria|pasticceria|alimentari|eetcaf[eé]|slagerij|bakkerij|apotheek|"
    r"pastelaria|padaria|restaurante|churrascaria|lanchonete|drogaria|konditori|bageri|kiosk|"
    r"apotek|sklep|delikatesy|apteka|restauracja|hospoda|restaurace|l[eé]k[aá]rna|taverna|"
    r"lokantas?[iı]|eczane|warung|toko|rumah makan|rm|kopi|apotek|diner|tavern|pub|inn|roasters?|"
    r"bakehouse|gift|garden|ramen|sushi|noodles?|barbecue|bbq|chicken|smokehouse|creamery)\b"
    r"|[堂屋馆館厅廳]$|商店|本店|食堂|超市|餐[厅廳]|薬局|书店|커피|식당|마트|편의점|약국|ร้าน",
    re.IGNORECASE,
)
"""What kind of shop it is."""

ADDRESS = re.compile(
    r"\b(?:jalan|jln|jl|lorong|lot|taman|tmn|bandar|no\.?\s?\d|kg|kampung|persiaran|lebuh\w*|street|"
    r"st\.|road|rd\.?|avenue|ave\.?|blvd|floor|level|block|blok|unit|suite|kawasan|seksyen|"
    r"section|selangor|johor|melaka|penang|pulau pinang|perak|kedah|sabah|sarawak|"
    r"kuala lumpur|wilayah|malaysia|singapore|petaling|shah alam|straße|strasse|poskod|"
    r"darul ehsan|ground floor|batu \d|mukim|off jalan|highway|hwy|lane|ste\s\d|plaza\s\d|"
    r"rue|avenida|avda|calle|cedex|via\s[a-z]|viale|corso\s[a-z]|piazza|pra[cç]a|rua|ul\.|ulica|"
    r"platz\s\d|allee\s\d|gasse\s\d|soi|barangay|brgy|nagar|quận|phường|đường|phố|cad\.|sok\.|"
    r"mah\.|sukhumvit|shopping\s+(?:centre|center|complex|mall)|kecamatan|kel\.|kota|blk)\b|^no[.:]|\b\d{5}(?:-\d{3,4})?\b|^c/\s?\w"
    r"|\w{3,}(?:straße|strasse|str\.|platz|allee|gasse|weg|straat|laan|plein|gracht|gata|gatan|vägen|gade|vej|katu|tie)\s\d"
    r"|(?:straat|straße|strasse|gatan|gade|gata|vägen|utca|út)\b"
    r"|^\d{4}\s?[A-Z]{2}\s+[A-Z]|^\d{4}\s+[A-Z][^\W\d]{2,}|^\d{3}\s?\d{2}\s+[A-Z]|^[A-Z]{1,2}-\d{4,5}"
    r"|^\d{2}-\d{3}\s|(?-i:\b[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}\b)|(?-i:\b[A-Z]{2}\s+\d{5}\b)"
    r"|^(?:\w+\s+)?markt\s\d{1,3}[a-z]?$"
    r"|^\d{1,5}\s+(?:[nsew]\.?\s)?\w+\s+(?:st|ave|blvd|dr|ln|way|pl|rd|pkwy|court|ct|square|sq)\b"
    r"|[市区區县縣郡町村道路街巷洞]\S{0,8}\d|東京都|大阪|[로길]\s?\d",
    re.IGNORECASE,
)
NUMBERS = re.compile(
    r"\b(?:tel|fax|phone|gst|sst|tax|reg|roc|brn?|co\.?\s*(?:no|reg)|company\s*(?:no|reg)|vat|abn|"
    r"uen|ssm|id|invoice|receipt|bill|no|www|http|email|hotline|tin|ust|site|table|order|date|"
    r"cashier|counter|pos|trn|ref|page|doc|document|salesperson|station|time|careline|tarikh|"
    r"member|customer|server|pump|outlet|company\s*reg\w*|business\s*reg\w*|queue|"
    r"t[eé]l|tlf|telp|telefon[oe]?|tel[eé]fono|fon|uid|atu|steuernr|steuer-?nr|ust-?idn?r?|siret|"
    r"rcs|tva|nif|cif|nit|ruc|rut|rfc|cuit|cnpj|p\.?\s?iva|partita iva|kvk|btw|org\.?\s?nr|cvr|mva|"
    r"y-tunnus|nip|regon|i[cč]o|di[cč]|ad[oó]sz[aá]m|afm|vkn|gstin|fssai|npwp|min|or|si|fecha|data|"
    r"datum|dato|tisch|table|mesa|tavolo|bord|kassa|kasse|caisse|caja|bon|ticket|kvitto|bedienung|"
    r"store|branch|till|operator|filiale|folio|factura|rechnung|check|chk|guests?|covers?|pax|"
    r"ph|mob|whatsapp|kasir|struk|meja|abn|mid|tid|terminal)"
    r"\b\s*(?:no|nr|id|reg|#)?[\s.:#]*(?=[:.#\d]|$|\(|no\b|reg\b|id\b|n[ro]\b)"
    r"|@|www\.|\.com|\.[a-z]{2}\b/|facebook|電話|전화|โทร|統一編號|登録番号|사업자|^(?:ATU|CHE|IE|BE|NL|DE)[\s-]?\d"
    r"|^\W*\+?\(?\d{2,4}\)?[\s.\-/]\d{3,}",
    re.IGNORECASE,
)
"""Phone, tax and document numbers, and who served."""

HEADING = re.compile(
    r"^\W*(?:simplified\s+|original\s+|copy\s+)?(?:tax\s*)?(?:invoice|invoic\w|receipt|resit|bill|"
    r"cash\s*(?:bill|sales?|receipt)?|sales\s*receipt|official\s*receipt|tax|quittung|rechnung|"
    r"reprint|duplicate|copy|guest\s*check|order|welcome.*|thank.*|terima\s*kasih.*|"
    r"customer\s*copy|merchant\s*copy|dine[\s-]?in|take\s*away|take\s*out|to\s*go|sale|approved|"
    r"kassenbon|kassenbeleg|bon|beleg|ticket|ticket de caisse|facture|re[cç]u|factura(?: simplificada)?|"
    r"recibo|nota(?: fiscal)?|cupom fiscal|fatura.*|documento commerciale|di vendita o prestazione|scontrino.*|"
    r"ricevuta|kassabon|kvitto|kvittering|salgskvittering|kuitti|paragon(?: fiskalny)?|rachunek|"
    r"[uú][cč]tenka|nyugta|apodeixi|fi[sş]|struk|boleta.*|documento auxiliar.*|h[oó]a [dđ][oơ]n.*|phi[eế]u.*|"
    r"bienvenue.*|bienvenid.*|willkommen.*|benvenut.*|v[aä]lkommen.*|welkom.*|selamat datang.*|"
    r"領収[証書]|レシート|お買上.*|いらっしゃいませ.*|毎度.*|영수증|小票|收据|收據|电子?发票|電子發票.*|欢迎光临.*|歡迎.*|ใบเสร็จ.*|ใบกำกับภาษี.*|"
    r"merci.*|danke.*|gracias.*|grazie.*|tack.*|takk.*|tak .*|bedankt.*|obrigad.*|eur|e|mwst)\W*$",
    re.IGNORECASE,
)
CUSTOMER = re.compile(
    r"^\W*(?:bill(?:ed)?\s+to|sold\s+to|customer|attn|ship\s+to|deliver\s+to|cust|kunde|client|"
    r"cliente|klant|kund|rechnung\s+an)\b",
    re.IGNORECASE,
)
BODY = re.compile(
    r"\b(?:invoice|receipt|bill|order|doc(?:ument)?|date|cashier|table|qty|description|item)\b"
    r"\s*(?:no|num|number|#|id)?\.?\s*[:#]",
    re.IGNORECASE,
)
SENTENCE = re.compile(
    r"\b(?:your|please|welcome|thank|number\s+is|enjoy|visit|follow|since\s+\d{4}|est\.?\s+\d{4}|"
    r"ignore|instructions?|system|save|best\s+in|always|inh(?:aber)?\.?|proprietors?|prop\.|prop(?=:)|served\s+by|was|manager|"
    r"merci|gracias|danke|ready\s+to|we\s+are|you\s+are|our)\b|[!?]\s*$|^\W*[\"“”«].+[\"“”»]\W*$",
    re.IGNORECASE,
)
GREETED = re.compile(
    r"(?:welcome\s+to|thank\s*(?:you|s)\s+for\s+(?:shopping|dining|eating|visiting|choosing)(?:\s+at|\s+with|\s+in)?|"
    r"willkommen\s+(?:bei|im|in\s+der)|bienvenue\s+(?:chez|[aà])|bienvenidos?\s+a|benvenuti\s+(?:da|al?))"
    r"\s+(?!(?:us|our|the\s+family|you|here|and)\b)([^\W\d].{2,40})",
    re.IGNORECASE,
)
"""A greeting that names the shop."""

SLOGAN = re.compile(
    r"^(?=(?:\W*\w+){3}).*\b(?:every|everyday|all|more|less|better|best|us|we|live|life|love|save|money|lowest|prices?|"
    r"value|worth|always|quality|happy|happier|smile|helps?|makes?|just|way|taste|immer|besser|leben|einfach|jeder|alles|"
    r"wir|mehr|pour|mieux|vie|moins|plus|nous|siempre|mejor|todo|vida|menos|sempre|meglio|vita|meer|altijd)\b",
    re.IGNORECASE,
)
"""What a shop promises, in three words or more."""

REGISTRATION = re.compile(
    r"[\s(\[{<]*(?:co(?:mpany)?\.?\s*(?:reg\.?)?\s*(?:no)?[\s.:]*|reg\.?\s*no[\s.:]*|roc[\s.:]*)?"
    r"(?:(?<!\d)[A-Z]{0,3}\d{5,12}\s*[-·]\s*[A-Z](?![a-z]).*|[A-Z]{0,3}\d{5,12}\s*[A-Z]?\s*[)\]}]*\s*"
    r"|\(\d{3,6}-?[A-Z]\))$",
    re.IGNORECASE,
)
"""A company's number, with whatever follows it when it ends in a check letter."""

NUMBER_FIRST = re.compile(r"^\W*#?\d{4,}\s+(?=[^\W\d]{3})")
_RUN = (
    r"own(?:ed)?|operated|managed|run|dimiliki|milik|diurus(?:kan)?|dikendali(?:kan)?|diusaha(?:kan)?|dikelola|"
    r"betrieben|gef[uü]hrt|exploit[eé]e?|g[eé]r[eé]e?|operad[oa]|administrad[oa]|gestit[oa]|beheerd|ge[eë]xploiteerd"
)
OWNED = re.compile(
    rf"^\W*(?:(?:restaurant|store|franchise|location|restoran|kedai)\s+)?(?:(?:{_RUN})\s*(?:&|and|dan|und)\s*)*"
    rf"(?:{_RUN})\s*(?:by|oleh|von|par|por|da|door)\W+",
    re.IGNORECASE,
)
"""Words before the name of the company that runs the shop."""

TRADE_FORM = re.compile(r"\W*(?:enterprise|trading|company)\b(?!\s*(?:reg|no)\b)", re.IGNORECASE)
LEGAL_FIRST = re.compile(
    r"^\W*(?:sarl|s\.a\.r\.l\.?|sas|sasu|eurl|earl|ets|pt\.?|cv\.?|ооо|ип|fa\.|firma|株式会社|有限会社)\s+\w",
    re.IGNORECASE,
)
"""A company named by its legal form first, as owners are; shops seldom are."""

OWNER = re.compile(
    r"^\W*(?:c/o|owners?|proprietors?|proprietress|prop\.?|propri[eé]taire|g[eé]rante?|exploitante?|uitbat(?:er|ing)|"
    r"eigenaar|inh(?:aber(?:in)?)?\.?|betreiber|p[aä]chter|titolare|titular|gestore|del\s+dott|propiet[aá]ri[oa]|"
    r"propriet[aá]rio|pemilik|provozovatel|majitel|w[lł]a[sś]ciciel|franczyzobiorca|tulajdonos|innehavare|"
    r"indehaver|omistaja|sahibi|ch[uủ]\s+qu[aá]n)\b\s*[:.]?\s+(?=\S)",
    re.IGNORECASE,
)
"""Words before the name of the person who runs the shop."""

AT_SOMEBODYS = re.compile(r"^\W*chez\b", re.IGNORECASE)

CHIME = re.compile(r"^(?=(?:\W*\w+){4}).*\b(\w{3,})\b.*\W\1\b", re.IGNORECASE)
"""Slogans say a word twice: "Good food, good mood"."""

OPEN_END = re.compile(r"(?:&|\band|\bdan|\bet|\bund|\by|\bdi|\bde|-|\(m\))\s*$", re.IGNORECASE)
