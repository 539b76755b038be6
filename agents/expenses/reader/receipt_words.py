"""The words of receipts by what they mean, in the languages that receipts are printed in.

Words are folded (see ``folded``): lower case, without accents. Phrases come first and are replaced
by a word of the table; scripts without spaces are found inside longer runs, too.
"""

# ruff: noqa: E501 - a pattern is easier to check when it is not cut

import re
import unicodedata

_ACCENTS = re.compile("[\u0300-\u036f]")
_PLAIN = str.maketrans("łøđıðþ", "lodidt")
_LOOKALIKES = str.maketrans("αβεζηικμνορτυχς", "abezhikmnoptyxσ")
"""Greek capitals that recognition takes for Latin ones, as both are written after folding."""


def folded(text: str) -> str:
    """Lower case, full-width letters made narrow, accents of Latin, Greek and Cyrillic dropped."""
    narrow = unicodedata.normalize("NFKC", text).casefold().translate(_PLAIN)
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", narrow))
    whole = unicodedata.normalize("NFC", bare).translate(_LOOKALIKES)
    return whole.replace("æ", "ae").replace("œ", "oe")


def words_of(*lines: str) -> frozenset[str]:
    """The words of a table, folded."""
    return frozenset(folded(word) for line in lines for word in line.split())


WORDS: dict[str, frozenset[str]] = {
    "total": words_of(
        "total tot ttl jumlah summe gesamt gesamtbetrag gesamtsumme gesamtpreis endsumme endbetrag",
        "rechnungsbetrag totale totaal totaalbedrag totalt totalbelopp totalsum montant importe",
        "summa suma razem yhteensa loppusumma celkem spolu osszesen vegosszeg toplam ukupno skupaj",
        "σύνολο συνολο итого всего общо jml",
    ),
    "subtotal": words_of(
        "subtotal subtot zwischensumme zwischentotal subjumlah subtotaal subtotale subtotalt",
        "delsumma delsum valisumma mezisoucet reszosszeg",
    ),
    "final": words_of(
        "grand nett net due payable rounded payment bill final pay besar keseluruhan dibayar",
        "bayaran bayar belanja tagihan pembayaran zahlen payer pagar general generale complessivo",
        "genel amount",
    )
    - {"amount"},
    "before": words_of(
        "taxable excl exclusive excluding excluded exc excludes before without ex vatable exempt",
        "netto nettobetrag base imponible imponibile grunnlag grundlag zaklad matrah hors podstawa",
        "nettoumsatz exkl excluido dpp untaxed nontaxable",
    ),
    "part": words_of("supplies supply opodatkowana"),
    "with": words_of(
        "incl inclusive including included inc includes with after indl termasuk inkl ttc",
        "inklusive incluido incluidos incluso inclus compris comprise dahil inclusief",
    ),
    "tax": words_of(
        "gst tax sst vat cukai mwst tva iva ust taxes ppn hst cgst sgst igst utgst pst qst tps tvq",
        "pb1 moms mva btw ptu dph afa kdv topkdv alv fpa φπα ндс pdv impuesto impuestos imposta",
        "imposto tributos steuer umsatzsteuer mehrwertsteuer igv itbis cess pajak",
    ),
    "service": words_of(
        "service svc servis perkhidmatan tip tips gratuity srv svr srvc servicio servizio servico",
        "propina mancia pourboire trinkgeld fooi dricks drikkepenge gorjeta napiwek layanan",
    ),
    "rounding": words_of(
        "rounding round pembundaran pelarasan roundoff rnd pembulatan rundung rundungsdifferenz",
        "arrondi redondeo arrotondamento afronding arredondamento zaokraglenie zaokrouhleni",
        "kerekites oresavrundning avrundning oreavrunding afrunding pyoristys yuvarlama",
    ),
    "discount": words_of(
        "discount disc saving savings saved save voucher rebate diskaun rabatt points point promo",
        "coupon jimat promotion deposit diskon potongan hemat nachlass gutschein remise reduction",
        "rabais descuento dto sconto korting rabat alennus sleva kedvezmeny indirim εκπτωση скидка",
        "desconto ersparnis coupons vouchers discounts",
    ),
    "count": words_of(
        "qty quantity item items pcs count units kuantiti qtys weight line lines bags pax cover",
        "covers artikel articles articulos articoli artikelen itens anzahl antal antall",
    ),
    "cash": words_of(
        "cash tunai tender tendered paid accepted received bargeld efectivo payment pay bayaran",
        "terima cashrm especes contanti contante contant kontant kontanter kateinen dinheiro",
        "numerario gotowka hotove hotovost keszpenz nakit μετρητα наличные наличными gegeben geg",
        "entregado recibido bayar",
    ),
    "handed": words_of(
        "paid accepted tendered received tender betaald betalt zaplacono pagato pago"
    ),
    "card": words_of(
        "visa mastercard master amex debit credit card kad maestro tng grabpay boost ewallet",
        "duitnow paypal alipay girocard karte shopeepay nets paywave mydebit applepay googlepay",
        "kartenzahlung kreditkarte tarjeta carta bancomat cb carte cartao multibanco bancontact",
        "kort bankkort dankort kortbetalning swish vipps mobilepay kortti pankkikortti karta",
        "kartou blik bankkartya qris gopay ovo kartu eftpos interac paynow gcash upi paytm",
        "gpay phonepe pix momo promptpay pin suica paypay debito credito kredi",
    ),
    "change": words_of(
        "change baki kembalian ruckgeld rueckgeld cambio chg kembali rendu monnaie vuelto troco",
        "wisselgeld reszta vraceno visszajaro tillbaka vaxel veksel tilbage byttepenge takaisin",
        "vaihtoraha ρεστα сдача vratit",
    ),
    "amount": words_of("amount amt betrag amaun amnt belopp belob belop bedrag kwota castka tutar"),
    "summary": words_of("summary analysis ringkasan summ"),
    "sub": words_of("sub"),
    "due": words_of("due payable tertunggak owing zahlbetrag πληρωτεο fizetendo maksettava dovuto"),
    "balance": words_of("balance"),
    "rounded": words_of("rounded"),
    "sales": words_of("sales sale"),
    "method": words_of("method mode type"),
    "net": words_of("net nett"),
    "suggested": words_of("suggested suggestion suggest guide"),
}
"""A word may have several meanings: "payment" says what is due and what was handed over."""

ALONE: dict[str, str] = {
    "bar": "cash",
    "resto": "change",
    "retour": "change",
    "terug": "change",
    "sum": "total",
    "pagamento": "cash",
    "barzahlung": "cash",
    "alt": "total",
    "valor": "amount",
    "bezahlt": "cash",
}
"""Words that mean something else inside a name or sentence: a label only at the start of a row that
says little more."""

_LATIN_PHRASES: tuple[tuple[str, str], ...] = (
    (r"sub[\s\-.]*tot\w*|sous[\s\-]*total|ara toplam|tam tinh|harga jual|cong tien hang", "subtotal"),
    (r"mva-?grunnlag|base imp\w*\.?|vat[\s\-]?(?:able|exempt|zero|ex\b)\w*", "before tax"),
    (r"zero[\s\-]?rated", "before tax"),
    (r"(?:total|montant|mt)\s*h\.?\s?t\b\.?", "before total"),
    (r"sprzedaz opod\w*\.?", "before amount"),
    (r"suma ptu|kwota ptu|tota[al]*l? (?:btw|iva|moms|mwst|tva|vat|kdv)", "tax"),
    (r"tax[ae] de servico|taxa servico|phi dich vu", "service"),
    (r"to\s*(?:be\s*paid|pay)\b|(?:zu|noch zu) zahlen|zu bezahlen|n?e?t?t?o?\s*a\s*pa[gy](?:er|are?)\b", "due"),
    (r"te (?:betalen|voldoen)|(?:att|a|at) betal[ae]\b|til betaling|do zaplaty|k (?:uhrade|platbe)", "due"),
    (r"^octopus(?= (?:card|(?:hk)?\$))", "card"),
    (r"odenecek\s*tutar|к оплате|total de plata|tong thanh toan|(?:khach )?(?:phai|can) (?:thanh toan|tra)", "due"),
    (r"genel toplam|importo totale|total general|t[o0]?n?g c\w{0,2}ng|tong tien|tong so tien", "grand total"),
    (r"\bi\s?alt\b", "total"),
    (r"sum(?=\s+\d+\s+vare)", "total"),
    (r"thanh ti\w{1,2}n?|so tien", "amount"),
    (r"ti\w{1,2}n? (?:khach )?d\w{1,2}a|khach (?:dua|tra|thanh toan)|ti\w{1,2}n? m\w?t|para verilen", "cash"),
    (r"ti\w{1,2}n? (?:thua|thoi(?: lai)?|tra lai)|tra lai|para ustu|par[ae] retour", "change"),
    (r"thanh toan", "due"),
    (r"lam tron|round(?:ed)?[\s\-]*off", "rounding"),
    (r"giam gia|chiet khau", "discount"),
    (r"valor pago|importo pagato|amount paid|total paid|paid by|pagamento elettronico", "card handed"),
    (r"kredi karti|banka karti|debet ?kort|chuyen khoan|cartao de \w+", "card"),
    (r"\bmb ?way\b|bank ?transfer|(?:apple|google|samsung|grab|shopee|paylah) ?pay", "card"),
    (r"thue gtgt|thue vat|\bthue\b", "tax"),
    (r"(?:gst|vat|tax|iva|mwst|btw)\b.{0,12}\binclu\w+ in (?:the |this |your )?(?:total|price|bill)", "tax"),
    (r"total includes (?:gst|vat|tax)\w*(?: of)?|of which (?:gst|vat|tax)", "tax"),
    (r"value added tax|sales tax|sale tax|tax amount", "tax"),
)  # fmt: skip
_PACKED_PHRASES: tuple[tuple[str, str], ...] = (
    ("小計|小计|소계|ยอดก่อน", "subtotal"),
    ("税抜|공급가액|과세|ก่อนภาษี|未税", "before tax"),
    ("(?:内|外)?(?:消費税|消费税)等?|内税|外税|増値税|增值税|税額|税额|税金|부가세|부가가치세|세금|ภาษี", "tax"),
    ("税込|含税|稅內含", "with"),
    ("お買上げ?(?:金額|計|合計)?|ご?請求(?:金?額)|お会計|お支払い?(?:金額|合計)?|現計|应付|應付|实付|實付", "due"),
    ("合計|合计|总计|總計|总额|總額|総額|総合計|共计|합계|총액|총계|결제금액|판매금액|받을금액", "total"),
    ("ยอดสุทธิ|รวมทั้งสิ้น|ยอดชำระ|ยอดรวมสุทธิ|จำนวนเงินรวม", "due"),
    ("ยอดรวม|รวมเงิน|ทั้งหมด|รวม", "total"),
    ("お?預か?り?(?:金額?)?|現金|现金|현금|받은금액|เงินสด|รับเงิน|收款|实收|實收", "cash"),
    ("お?釣り?銭?|おつり|找零|找赎|找續|找回|거스름돈|เงินทอน|ทอนเงิน", "change"),
    ("クレジット|カード|電子マネー|交通系|ペイペイ|微信|支付宝|银联|刷卡|信用卡|신용카드|체크카드|카드", "card"),
    ("บัตร(?:เครดิต)?|พร้อมเพย์|悠遊卡|八達通|삼성페이|카카오페이", "card"),
    ("サービス料|奉仕料|服務費|服务费|ค่าบริการ|봉사료|加一", "service"),
    ("値引き?|割引|クーポン|優惠|优惠|折扣|할인|ส่วนลด", "discount"),
    ("端数|抹零|四舍五入|ปัดเศษ", "rounding"),
    ("お買上げ?点数|点数|數量|数量|수량|จำนวนชิ้น", "count"),
    ("金額|金额|금액|จำนวนเงิน", "amount"),
)  # fmt: skip

_COUNTED = re.compile(
    r"\(?\b\d{1,3}\s*(?:varer|vare|varor|articles?|articulos|artikel|art\.|items?|pcs|stk|szt)\b\)?"
    r"|\(?\d{1,3}\s*(?:点|點|件|個|个|品|개|건|ชิ้น|รายการ)\)?"
)
"""How many things were bought, said in passing: "Sum 3 varer 118,00"."""

_PACKED = [(re.compile(phrase), f" {words} ") for phrase, words in _PACKED_PHRASES]
_LATIN = [
    (re.compile(rf"(?<!\w)(?:{phrase})(?!\w)"), f" {words} ") for phrase, words in _LATIN_PHRASES
]
_ANY_LATIN = re.compile("|".join(f"(?:{phrase})" for phrase, _ in _LATIN_PHRASES))


def plain_words(text: str) -> str:
    """Folded text with its phrases, in any language, replaced by words of the table."""
    plain = folded(text)
    if not plain.isascii():
        for phrase, words in _PACKED:
            plain = phrase.sub(words, plain)
    if _ANY_LATIN.search(plain):
        for phrase, words in _LATIN:
            plain = phrase.sub(words, plain)
    return plain


def without_counts(plain: str) -> str:
    """Folded text without "3 items" beside a total."""
    return _COUNTED.sub(" ", plain)
