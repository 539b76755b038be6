"""Names of months and weekdays as they are printed, accents dropped."""

# ruff: noqa: E501 - one month a line

_MONTHS: tuple[str, ...] = (
    (
        "jan january januari januar janvier janv enero ene gennaio gen janeiro stycznia styczen ledna "
        "leden tammikuu tammikuuta ocak januar jän janner ιαν ιανουαριου января янв มค มกราคม"
    ),
    (
        "feb february februari februar fevrier fevr fev febrero febbraio fevereiro lutego luty unora "
        "unor helmikuu helmikuuta subat pebruari φεβ февраля фев กพ กุมภาพันธ์"
    ),
    (
        "mar march mac maret marz mrz mars marzo maart mrt marco marts marca marzec brezna brezen "
        "maaliskuu maaliskuuta mart μαρ марта มีค มีนาคม"
    ),
    (
        "apr april avril avr abril abr aprile kwietnia kwiecien dubna duben huhtikuu huhtikuuta nisan "
        "απρ апреля เมย เมษายน"
    ),
    (
        "may mei mai mayo maggio mag maio maj maja kvetna kveten toukokuu toukokuuta mayis μαι мая พค "
        "พฤษภาคม"
    ),
    (
        "jun june juni juin junio giugno giu junho czerwca czerwiec cze cervna cerven kesakuu "
        "kesakuuta haziran ιουν июня มิย มิถุนายน"
    ),
    (
        "jul july julai juli juillet juil julio luglio lug julho lipca lipiec lip cervence cervenec "
        "heinakuu heinakuuta temmuz ιουλ июля กค กรกฎาคม"
    ),
    (
        "aug august ogos ogo agustus agu agt agosto ago aout augustus augusti sierpnia sierpien sie "
        "srpna srpen elokuu elokuuta agustos αυγ августа авг สค สิงหาคม"
    ),
    (
        "sep sept september septembre septiembre settembre set setembro wrzesnia wrzesien wrz zari "
        "syyskuu syyskuuta eylul σεπ сентября กย กันยายน"
    ),
    (
        "oct october oktober okt octobre octubre ottobre ott outubro out pazdziernika pazdziernik paz "
        "rijna rijen lokakuu lokakuuta ekim οκτ октября ตค ตุลาคม"
    ),
    (
        "nov november novembre noviembre novembro nopember listopada listopad marraskuu marraskuuta "
        "kasim lis νοε ноября พย พฤศจิกายน"
    ),
    (
        "dec december disember dis desember des dezember dez decembre diciembre dic dicembre dezembro "
        "grudnia grudzien gru prosince prosinec joulukuu joulukuuta aralik δεκ декабря ธค ธันวาคม"
    ),
)
MONTHS: dict[str, int] = {
    name: number for number, names in enumerate(_MONTHS, start=1) for name in names.split()
}

AMBIGUOUS = frozenset(
    {"set", "out", "mart", "paz", "gen", "sie", "mag", "gru", "lis", "lug", "fis"}
)
"""Months in one language, words of a bill in another: believed with a whole year only."""

_WEEKDAYS: tuple[str, ...] = (
    "mon monday isnin isn senin montag lundi lunes lunedi maandag mandag mandag segunda",
    "tue tues tuesday selasa sel dienstag mardi martes martedi dinsdag tirsdag tisdag terca",
    "wed wednesday rabu mittwoch mercredi miercoles mercoledi woensdag onsdag quarta",
    (
        "thu thur thurs thursday khamis kha kamis donnerstag jeudi jueves giovedi donderdag torsdag "
        "quinta"
    ),
    "fri friday jumaat jum jumat freitag vendredi viernes venerdi vrijdag fredag sexta",
    "sat saturday sabtu sab samstag samedi sabado sabato zaterdag lordag",
    "sun sunday ahad ahd minggu sonntag dimanche domingo domenica zondag sondag",
)
WEEKDAYS: dict[str, int] = {
    name: number for number, names in enumerate(_WEEKDAYS) for name in names.split()
}
"""0 is Monday. Only names that mean nothing else there."""
