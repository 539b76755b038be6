# ruff: noqa: E501 - lines as such files have them
"""Files as banks and other trackers of different countries make them; all invented."""

from dataclasses import dataclass
from decimal import Decimal

from agents.expenses.shown import MoneyKind


@dataclass(frozen=True)
class Sample:
    name: str
    content: bytes
    count: int
    rows: tuple[tuple[MoneyKind, Decimal, str, str, str], ...]
    """Kind, amount, currency, day and name (merchant, else item) of some of the rows."""
    left_out: tuple[int, ...]
    """The numbers of the lines."""
    locale: str
    currency: str


def sample(
    name: str,
    text: str,
    *rows: str,
    count: int | None = None,
    left_out: tuple[int, ...] = (),
    encoding: str = "utf-8",
    locale: str = "en_MY",
    currency: str = "MYR",
) -> Sample:
    """Returns a sample; ``rows`` are parted by spaces, and without ``count`` they are all."""
    parted = (row.split(" ", 4) for row in rows)
    return Sample(
        name,
        text.encode(encoding),
        len(rows) if count is None else count,
        tuple((MoneyKind(k), Decimal(a), c, d, n) for k, a, c, d, n in parted),
        left_out,
        locale,
        currency,
    )


SAMPLES = (
    sample(
        "tracker with positive amounts",
        "Date,Category,Amount,Note\n2026-03-01,Food,12.50,nasi lemak\n2026-03-02,Transport,8,bus\n",
        "expense 12.50 MYR 2026-03-01 nasi lemak",
        "expense 8 MYR 2026-03-02 bus",
    ),
    sample(
        "tracker with income and transfers",
        "Date,Type,Category,Amount,Currency,Payee\n"
        "2026-03-01,Expense,Food,12.50,SGD,Ya Kun\n2026-03-02,Income,Salary,4000,SGD,Acme\n"
        "2026-03-03,Transfer,,500,SGD,Savings\n",
        "expense 12.50 SGD 2026-03-01 Ya Kun",
        "income 4000 SGD 2026-03-02 Acme",
        "transfer 500 SGD 2026-03-03 Savings",
    ),
    sample(
        "Malay statement with a preamble, two columns and a total",
        "MAYBANK BERHAD\nNo Akaun: 1234567890\n\nTarikh,Keterangan,Debit,Kredit,Baki\n"
        "25/03/2026,POS 1234 STARBUCKS KLCC KUALA LUMP,15.50,,984.50\n"
        '26/03/2026,IBG SALARY ACME,,"3,200.00","4,184.50"\nJUMLAH,,15.50,"3,200.00",\n',
        "expense 15.50 MYR 2026-03-25 Starbucks",
        "income 3200 MYR 2026-03-26 Ibg Salary Acme",
        left_out=(7,),
    ),
    sample(
        "statement with DR and CR behind the amount",
        "Trans Date|Description|Amount\n28 Mar 2026|PETRONAS MESRA 0234|60.00DR\n29 Mar 2026|REFUND SHOPEE|12.00CR\n",
        "expense 60 MYR 2026-03-28 Petronas Mesra",
        "income 12 MYR 2026-03-29 Shopee",
    ),
    sample(
        "German bank, semicolons, Latin-1",
        '"Buchungstag";"Wertstellung";"Buchungstext";"Auftraggeber / Begünstigter";"Verwendungszweck";"Betrag (EUR)"\n'
        '"01.12.2025";"02.12.2025";"Gehalt";"Arbeitgeber GmbH";"Lohn";"2.500,00"\n'
        '"03.12.2025";"03.12.2025";"Kartenzahlung";"Bäckerei Müller";"Brötchen";"-4,20"\n',
        "income 2500 EUR 2025-12-01 Arbeitgeber GmbH",
        "expense 4.20 EUR 2025-12-03 Bäckerei Müller",
        encoding="cp1252",
        locale="de_DE",
    ),
    sample(
        "German bank with Soll and Haben",
        "Datum;Empfänger;Soll;Haben;Währung\n05.01.2026;REWE;23,10;;EUR\n06.01.2026;Finanzamt;;120,00;EUR\n",
        "expense 23.10 EUR 2026-01-05 REWE",
        "income 120 EUR 2026-01-06 Finanzamt",
        encoding="utf-8-sig",
        locale="de_DE",
    ),
    sample(
        "app bank whose category of transfers holds what other people paid",
        "Date,Type,Name,Category,Amount,Currency\n"
        "02/03/2026,Card payment,Pret A Manger,Eating out,-4.15,GBP\n"
        "04/03/2026,Pot transfer,Savings Pot,Savings,-150.00,GBP\n"
        "10/03/2026,Faster payment,Sam Okafor,Transfers,25.00,GBP\n",
        "expense 4.15 GBP 2026-03-02 Pret A Manger",
        "transfer 150.00 GBP 2026-03-04 Savings Pot",
        "income 25.00 GBP 2026-03-10 Sam Okafor",
    ),
    sample(
        "German bank with the state in a column of another name",
        "Buchungstag;Begünstigter;Verwendungszweck;Betrag;Waehrung;Info\n"
        "30.03.26;Bäckerei Kamps;;-6,20;EUR;Umsatz vorgemerkt\n"
        "27.03.26;REWE;Einkauf;-43,87;EUR;Umsatz gebucht\n",
        "expense 43.87 EUR 2026-03-27 REWE",
        left_out=(2,),
        locale="de_DE",
        currency="EUR",
    ),
    sample(
        "tracker with a description that reads as an amount of another currency",
        "Date,Category,Note,MYR,Income/Expense,Description,Amount,Currency\n"
        "2026-03-01,Food,Nasi kandar,14.50,Expense,,14.50,MYR\n"
        "2026-03-02,Petrol,Petronas,60,Expense,RON95,60,MYR\n"
        "2026-03-03,Salary,March pay,4200,Income,,4200,MYR\n"
        "2026-03-04,Apparel,Uniqlo,129.90,Expense,,129.90,MYR\n"
        "2026-03-05,Food,Mamak,9,Expense,,9,MYR\n"
        "2026-03-06,Gift,Siti,66.40,Expense,,20,SGD\n",
        "expense 14.50 MYR 2026-03-01 Nasi kandar",
        "expense 60 MYR 2026-03-02 Petronas",
        "income 4200 MYR 2026-03-03 March pay",
        "expense 20 SGD 2026-03-06 Siti",
        count=6,
    ),
    sample(
        "German bank with a column that says Soll or Haben",
        "Buchungstag;Empfänger;Umsatz;Soll/Haben\n05.01.2026;REWE;23,10;S\n06.01.2026;Finanzamt;120,00;H\n",
        "expense 23.10 EUR 2026-01-05 REWE",
        "income 120 EUR 2026-01-06 Finanzamt",
        locale="de_DE",
        currency="EUR",
    ),
    sample(
        "app bank with states",
        "Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance\n"
        "CARD_PAYMENT,Current,2026-02-01 10:00:00,2026-02-02 08:00:00,Uber,-7.40,0.00,GBP,COMPLETED,92.60\n"
        "CARD_PAYMENT,Current,2026-02-03 10:00:00,,Tesco,-5.00,0.00,GBP,REVERTED,92.60\n"
        "TOPUP,Current,2026-02-04 10:00:00,2026-02-04 10:00:00,Top-Up,50.00,0.00,GBP,COMPLETED,142.60\n",
        "expense 7.40 GBP 2026-02-01 Uber",
        "transfer 50 GBP 2026-02-04 Top-Up",
        left_out=(3,),
    ),
    sample(
        "month first, told by the whole column",
        "Transaction Date,Post Date,Description,Category,Type,Amount\n"
        "03/04/2026,03/05/2026,WHOLE FOODS,Groceries,Sale,-54.10\n03/28/2026,03/29/2026,CHIPOTLE 1023,Food & Drink,Sale,-11.25\n",
        "expense 54.10 USD 2026-03-04 Whole Foods",
        "expense 11.25 USD 2026-03-28 Chipotle",
        locale="en_US",
        currency="USD",
    ),
    sample(
        "parentheses are less than zero",
        'Date,Payee,Amount\n2026-01-05,Rent,"($1,200.00)"\n2026-01-06,Employer,"$3,000.00"\n',
        "expense 1200 USD 2026-01-05 Rent",
        "income 3000 USD 2026-01-06 Employer",
        locale="en_US",
        currency="USD",
    ),
    sample(
        "budget app with outflow and inflow",
        '"Account","Flag","Date","Payee","Category Group/Category","Category","Memo","Outflow","Inflow"\n'
        '"Cash","","01/13/2026","Aldi","Food: Groceries","Groceries","",$12.00,$0.00\n'
        '"Cash","","01/14/2026","Boss","Inflow: Ready","Ready","",$0.00,$900.00\n',
        "expense 12 USD 2026-01-13 Aldi",
        "income 900 USD 2026-01-14 Boss",
        locale="en_US",
        currency="USD",
    ),
    sample(
        "French bank",
        "Date;Libellé;Débit euros;Crédit euros\n12/02/2026;PAIEMENT CARTE CARREFOUR PARIS;-34,56;\n15/02/2026;VIREMENT SALAIRE;;1 850,00\n",
        "expense 34.56 EUR 2026-02-12 Carrefour",
        "income 1850 EUR 2026-02-15 Salaire",
        encoding="cp1252",
        locale="fr_FR",
        currency="EUR",
    ),
    sample(
        "Spanish bank",
        "Fecha operación;Fecha valor;Concepto;Importe;Saldo\n15/01/2026;15/01/2026;COMPRA TARJETA MERCADONA;-45,67 €;1.200,00 €\n16/01/2026;16/01/2026;NOMINA;1.500,00 €;2.700,00 €\n",
        "expense 45.67 EUR 2026-01-15 Mercadona",
        "income 1500 EUR 2026-01-16 Nomina",
        locale="es_ES",
    ),
    sample(
        "Dutch bank with Af and Bij",
        '"Datum","Naam / Omschrijving","Rekening","Tegenrekening","Code","Af Bij","Bedrag (EUR)","Mededelingen"\n'
        '"20260114","Albert Heijn 1234","NL01","","BA","Af","23,45","Pas 001"\n"20260115","Werkgever","NL01","NL02","OV","Bij","2100,00","Salaris"\n',
        "expense 23.45 EUR 2026-01-14 Albert Heijn",
        "income 2100 EUR 2026-01-15 Werkgever",
        locale="nl_NL",
    ),
    sample(
        "Italian bank",
        "Data operazione;Data valuta;Descrizione;Dare;Avere\n14/01/2026;15/01/2026;Pagamento POS ESSELUNGA;34,00;\n20/01/2026;20/01/2026;Stipendio;;1.400,00\n",
        "expense 34 EUR 2026-01-14 Esselunga",
        "income 1400 EUR 2026-01-20 Stipendio",
        locale="it_IT",
        currency="EUR",
    ),
    sample(
        "Portuguese bank",
        "Data;Descrição;Valor (R$);Saldo\n21/02/2026;PADARIA CENTRAL;-15,90;100,00\n22/02/2026;PIX RECEBIDO;250,00;350,00\n",
        "expense 15.90 BRL 2026-02-21 Padaria Central",
        "income 250 BRL 2026-02-22 Pix Recebido",
        locale="pt_BR",
        currency="BRL",
    ),
    sample(
        "no headings",
        "01/03/2026,GRAB RIDE,-12.00,88.00\n15/03/2026,SALARY,2000.00,2088.00\n",
        "expense 12 MYR 2026-03-01 Grab",
        "income 2000 MYR 2026-03-15 Salary",
    ),
    sample(
        "tabs in UTF-16, as a spreadsheet saves it",
        "Date\tDescription\tAmount\r\n3-Mar-26\tKedai Ah Seng\t4.50\r\n4-Mar-26\tPasar\t20\r\n",
        "expense 4.50 MYR 2026-03-03 Kedai Ah Seng",
        "expense 20 MYR 2026-03-04 Pasar",
        encoding="utf-16",
    ),
    sample(
        "a spreadsheet's own first line",
        "sep=;\nDate;Merchant;Amount\n2026-01-02;Lidl;9,99\n",
        "expense 9.99 EUR 2026-01-02 Lidl",
        currency="EUR",
        locale="de_DE",
    ),
    sample(
        "quotes, commas and a line break inside a cell",
        'Date,Merchant,Amount,Notes\n2026-01-02,"Ali, Abu & Co","1,234.50","first line\nsecond line"\n2026-01-03,"The ""Corner""",3.00,\n',
        "expense 1234.50 MYR 2026-01-02 Ali, Abu & Co",
        'expense 3 MYR 2026-01-03 The "Corner"',
    ),
    sample(
        "broken lines are told, the others stand",
        'Date,Merchant,Amount\n2026-01-02,Lidl,9.99\n2026-01-03,"Aldi,5.00\n2026-01-04,Spar,6.00\nnonsense\n2026-01-05,Rewe,abc\n2026-02-31,Netto,1.00\n',
        "expense 9.99 MYR 2026-01-02 Lidl",
        "expense 6 MYR 2026-01-04 Spar",
        count=3,
        left_out=(5, 6, 7),
    ),
    sample(
        "amounts that nobody pays",
        "Date,Merchant,Amount\n2026-01-02,A1,0.00\n2026-01-02,B2,1e400\n2026-01-02,C3,99999999999\n1890-01-02,D4,1.00\n2099-01-02,E5,1.00\n2026-01-02,F6,1.999\n2026-01-02,G7,1.00\n",
        "expense 1 MYR 2026-01-02 G7",
        left_out=(2, 3, 4, 5, 6, 7),
    ),
    sample(
        "formulas are text",
        'Date,Merchant,Amount\n2026-01-02,"=HYPERLINK(""http://x"")",5.00\n2026-01-02,\'+Plus,6.00\n',
        "expense 6 MYR 2026-01-02 +Plus",
        count=2,
    ),
    sample(
        "headings come again in the middle",
        "Date,Merchant,Amount\n2026-01-02,Lidl,5.00\nDate,Merchant,Amount\n2026-01-03,Aldi,6.00\n",
        "expense 6 MYR 2026-01-03 Aldi",
        count=2,
    ),
    sample(
        "the same line with the same reference is one",
        "Date,Description,Amount,Reference\n2026-01-02,Coffee,-5.00,T1\n2026-01-02,Coffee,-5.00,T1\n2026-01-02,Coffee,-5.00,T2\n",
        "expense 5 MYR 2026-01-02 Coffee",
        count=2,
        left_out=(3,),
    ),
    sample(
        "two coffees without a reference are two",
        "Date,Description,Amount\n2026-01-02,Coffee,-5.00\n2026-01-02,Coffee,-5.00\n",
        "expense 5 MYR 2026-01-02 Coffee",
        count=2,
    ),
    sample(
        "own export",
        "row,number,date,merchant,item,category,amount,currency,tax,payment_method,reference,photo\n"
        "1,3,2026-03-04,Starbucks,latte,Food & Drink,15.50,MYR,0.90,card,R-1,\n2,4,2026-03-05,,lunch,My Own,0.250,KWD,,,,\n",
        "expense 15.50 MYR 2026-03-04 Starbucks",
        "expense 0.250 KWD 2026-03-05 lunch",
    ),
    sample(
        "Indonesian amounts in thousands",
        "Tarikh,Keterangan,Jumlah\n2026-01-03,Warung Bu Tini,25.000\n2026-01-04,Ojek,1.250.000\n",
        "expense 25000 IDR 2026-01-03 Warung Bu Tini",
        "expense 1250000 IDR 2026-01-04 Ojek",
        locale="id_ID",
        currency="IDR",
    ),
    sample(
        "Swiss apostrophes and currency beside the amount",
        "Datum;Text;Betrag\n05.01.2026;Migros;CHF -1'234.55\n06.01.2026;Lohn;CHF 5'000.00\n",
        "expense 1234.55 CHF 2026-01-05 Migros",
        "income 5000 CHF 2026-01-06 Lohn",
        locale="de_CH",
    ),
    sample(
        "US month names and weekdays",
        'Date,What,Cost\n"Mon, Jan 5, 2026",Movie,12\n"Tue, January 6, 2026",Lunch,9.5\n',
        "expense 12 USD 2026-01-05 Movie",
        "expense 9.50 USD 2026-01-06 Lunch",
        locale="en_US",
        currency="USD",
    ),
    sample(
        "Indian statement",
        "Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance\n"
        '01/02/26,UPI-SWIGGY-BANGALORE,0000001,01/02/26,"1,00,250.00",,5000.00\n13/02/26,NEFT CR ACME,0000002,13/02/26,,"50,000.00",55000.00\n',
        "expense 100250 INR 2026-02-01 Swiggy",
        "income 50000 INR 2026-02-13 Acme",
        locale="en_IN",
        currency="INR",
    ),
    sample(
        "UTF-8 with one damaged line",
        "Datum;Empfänger;Betrag\n05.01.2026;Bäckerei;-4,20\n06.01.2026;Größe;-5,00\n",
        "expense 4.20 EUR 2026-01-05 Bäckerei",
        count=2,
        locale="de_DE",
        currency="EUR",
    ),
    sample(
        "German bank that names who paid and who was paid",
        '"Kontonummer";"DE12345678901234567890 / Girokonto"\n\n'
        '"Buchungsdatum";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"Betrag (€)"\n'
        '"27.03.26";"Gebucht";"ISSUER";"REWE SAGT DANKE 1234//BERLIN/DE";"2026-03-26 Debitk.11 VISA Debit";"Ausgang";"-23,45"\n'
        '"26.03.26";"Gebucht";"Muster GmbH";"Jana Beispiel";"Lohn/Gehalt 03/2026";"Eingang";"2.870,11"\n'
        '"25.03.26";"Gebucht";"Jana Beispiel";"DKB VISA";"Kreditkartenabrechnung März";"Ausgang";"-412,80"\n'
        '"24.03.26";"Gebucht";"ISSUER";"SPARKASSE BERLIN";"Bargeldauszahlung";"Ausgang";"-100,00"\n'
        '"23.03.26";"Gebucht";"Jana Beispiel";"Jana Beispiel";"Urlaub";"Ausgang";"-300,00"\n'
        '"20.03.26";"Gebucht";"Jana Beispiel";"Vermieter Schulz";"Miete";"Ausgang";"-890,00"\n',
        "expense 23.45 EUR 2026-03-27 Rewe",
        "income 2870.11 EUR 2026-03-26 Muster GmbH",
        "transfer 412.80 EUR 2026-03-25 DKB VISA",
        "transfer 100 EUR 2026-03-24 SPARKASSE BERLIN",
        "transfer 300 EUR 2026-03-23 Jana Beispiel",
        "expense 890 EUR 2026-03-20 Vermieter Schulz",
        locale="de_DE",
    ),
    sample(
        "app bank with fees, pockets and payments to people",
        "Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance\n"
        "Card Payment,Current,2026-02-02 10:00:00,2026-02-03 11:00:00,Lidl,-21.40,0.00,EUR,COMPLETED,78.60\n"
        "ATM,Current,2026-02-04 12:00:00,2026-02-04 12:00:01,Cash withdrawal at Euronet,-50.00,2.50,EUR,COMPLETED,26.10\n"
        "Transfer,Current,2026-02-06 12:00:00,2026-02-06 12:00:01,To pocket EUR Holiday from EUR,-5.00,0.00,EUR,COMPLETED,11.00\n"
        "Transfer,Current,2026-02-07 12:00:00,2026-02-07 12:00:01,To Maria Lopez,-8.00,0.00,EUR,COMPLETED,3.00\n",
        "expense 21.40 EUR 2026-02-02 Lidl",
        "transfer 50 EUR 2026-02-04 Cash withdrawal Euronet",
        "expense 2.50 EUR 2026-02-04 Cash withdrawal Euronet",
        "transfer 5 EUR 2026-02-06 pocket EUR Holiday",
        "expense 8 EUR 2026-02-07 Maria Lopez",
    ),
    sample(
        "Malay statement with a wallet, a machine and its fee, and the bill of a card",
        "Transaction Date,Transaction Description,Debit Amount (RM),Credit Amount (RM)\n"
        '04/03/2026,"FUND TRANSFER TO A/ * SITI AMINAH","250.00",""\n05/03/2026,"CASH WITHDRAWAL MBB ATM KLCC","200.00",""\n'
        '06/03/2026,"TNG-EWALLET RELOAD * TOUCH N GO","100.00",""\n26/03/2026,"PAYMENT TO CREDIT CARD * VISA","1,200.00",""\n'
        '27/03/2026,"MEPS ATM FEE","1.00",""\n28/03/2026,"HOTLINK TOP UP","30.00",""\n',
        "expense 250 MYR 2026-03-04 Siti Aminah",
        "transfer 200 MYR 2026-03-05 Cash Withdrawal Mbb Atm Klcc",
        "transfer 100 MYR 2026-03-06 Tng-Ewallet Reload Touch N Go",
        "expense 1 MYR 2026-03-27 Meps Atm Fee",
        "expense 30 MYR 2026-03-28 Hotlink",
        count=6,
    ),
    sample(
        "card that has what was bought above zero, and its paid bill below",
        "Date,Description,Amount\n03/02/2026,WHOLE FOODS,54.10\n03/20/2026,AUTOPAY PAYMENT - THANK YOU,-650.00\n03/21/2026,AMAZON,12.00\n",
        "expense 54.10 USD 2026-03-02 Whole Foods",
        "expense 12 USD 2026-03-21 Amazon",
        count=3,
        locale="en_US",
        currency="USD",
    ),
    sample(
        "German bank whose texts have labels, with a comma in each amount and a bar of semicolons",
        ';\n"Umsätze Girokonto";"Zeitraum: 30 Tage";\n"Neuer Kontostand";"1.000,00 EUR";\n\n'
        '"Buchungstag";"Wertstellung (Valuta)";"Vorgang";"Buchungstext";"Umsatz in EUR";\n'
        '"27.03.2026";"27.03.2026";"Lastschrift / Belastung";"Auftraggeber: Anna Schmidt Kto/IBAN: DE12 Buchungstext: Geschenk Ref. 1";"-23,45";\n'
        '"25.03.2026";"25.03.2026";"Kartenverfügung";"Buchungstext: EDEKA Berlin 2026-03-24 Ref. 2";"-12,00";\n'
        '"24.03.2026";"24.03.2026";"Gutschrift";"Auftraggeber: Firma AG Buchungstext: Gehalt Ref. 3";"2.000,00";\n'
        '"Alter Kontostand";"500,00 EUR";\n',
        "expense 23.45 EUR 2026-03-27 Anna Schmidt",
        "expense 12 EUR 2026-03-25 Edeka",
        "income 2000 EUR 2026-03-24 Firma AG",
        left_out=(9,),
        locale="de_DE",
    ),
    sample(
        "unsigned amounts with a direction, fees of a source and both parties",
        "ID,Status,Direction,Created on,Source fee amount,Source fee currency,Source name,Source amount (after fees),Source currency,Target name,Target amount (after fees),Target currency\n"
        "1,COMPLETED,OUT,2026-03-02,0.00,EUR,Jana Beispiel,21.40,EUR,Lidl,21.40,EUR\n"
        "2,COMPLETED,OUT,2026-03-03,1.20,EUR,Jana Beispiel,98.80,EUR,Ali Bin Abu,490.00,MYR\n"
        "3,COMPLETED,IN,2026-03-04,0.00,EUR,Firma GmbH,2000.00,EUR,Jana Beispiel,2000.00,EUR\n"
        "4,COMPLETED,NEUTRAL,2026-03-05,0.00,EUR,Jana Beispiel,50.00,EUR,Jana Beispiel,54.00,USD\n"
        "5,CANCELLED,OUT,2026-03-06,0.00,EUR,Jana Beispiel,9.00,EUR,Uber,9.00,EUR\n",
        "expense 21.40 EUR 2026-03-02 Lidl",
        "expense 98.80 EUR 2026-03-03 Ali Bin Abu",
        "expense 1.20 EUR 2026-03-03 Ali Bin Abu",
        "income 2000 EUR 2026-03-04 Firma GmbH",
        "transfer 50 EUR 2026-03-05 Jana Beispiel",
        left_out=(6,),
    ),
    sample(
        "trackers name the other account of a transfer",
        "date,account,category,amount,currency,description\n27/03/2026,Cash,Food,-12.5,MYR,nasi lemak\n"
        "26/03/2026,Card,Salary,4000,MYR,\n25/03/2026,Cash,To 'Card',-100,MYR,\n",
        "expense 12.50 MYR 2026-03-27 nasi lemak",
        "transfer 100 MYR 2026-03-25 To 'Card'",
        count=3,
    ),
    sample(
        "a card's network has a star behind the shop",
        "Date,Description,Account #,Amount\n2026-03-27,AMAZON.COM*2K4 SEATTLE WA,-11001,-19.99\n",
        "expense 19.99 MYR 2026-03-27 Amazon",
    ),
    sample(
        "one column of both ways, with signs",
        "Date;;Type;;Merchant/Description;;Debit/Credit;Balance\n"
        "27/03/2026;;CARD PAYMENT;;TESCO STORES;;-£12.30;£987.70\n26/03/2026;;BANK GIRO CREDIT;;ACME LTD;;+£2000.00;£1000.00\n",
        "expense 12.30 GBP 2026-03-27 TESCO STORES",
        "income 2000 GBP 2026-03-26 ACME LTD",
    ),
    sample(
        "every amount below zero, and kinds that say which way",
        "type,amount,currency_code,description,date,source_name,destination_name\n"
        "Withdrawal,-12.50,EUR,Lunch,2026-03-27T00:00:00+01:00,Checking,Pizza Place\n"
        "Deposit,-2000.00,EUR,Salary,2026-03-26T00:00:00+01:00,Boss GmbH,Checking\n"
        "Transfer,-100.00,EUR,Monthly,2026-03-25T00:00:00+01:00,Checking,Second\n",
        "expense 12.50 EUR 2026-03-27 Pizza Place",
        "income 2000 EUR 2026-03-26 Boss GmbH",
        "transfer 100 EUR 2026-03-25 Second",
    ),
    sample(
        "expenses and income in columns of their own, with zeros",
        "Date,Account,Category,Expense amount,Income amount,Currency,Description\n"
        '03/27/26,Cash,Food,12.50,0,EUR,pizza\n03/26/26,Bank,Salary,0,"2,000.00",EUR,\n',
        "expense 12.50 EUR 2026-03-27 pizza",
        "income 2000 EUR 2026-03-26 Salary",
    ),
    sample(
        "balances at the ends, a transfer named as one",
        "Date,Payee,Amount\n03/01/2026,Beginning balance as of 03/01/2026,\n03/02/2026,Transfer : Second,-100.00\n03/28/2026,Aldi,-12.00\n",
        "transfer 100 USD 2026-03-02 Second",
        "expense 12 USD 2026-03-28 Aldi",
        left_out=(2,),
        locale="en_US",
        currency="USD",
    ),
    sample(
        "a column of codes under another heading",
        'Data,Operazione,Original currency,Valuta,Importo\n27/03/2026,ESSELUNGA,GBP,EUR,"-34,00"\n26/03/2026,Stipendio,,EUR,"1.400,00"\n',
        "expense 34 EUR 2026-03-27 Esselunga",
        "income 1400 EUR 2026-03-26 Stipendio",
    ),
    sample(
        "no headings that are known, below lines of the bank",
        "Bank of Somewhere\nHolder,Someone\n\nWann,Was,Wieviel da\n2026-03-27,COOP-1234 BASEL;8001 Zuerich,-23.45\n2026-03-26,ACME,5000.00\n",
        "expense 23.45 MYR 2026-03-27 COOP BASEL Zuerich",
        "income 5000 MYR 2026-03-26 Acme",
    ),
)
