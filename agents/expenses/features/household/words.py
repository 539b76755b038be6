"""The household in words."""

from pydantic import JsonValue

from agents.expenses.features.household.replies import (
    INVITE,
    JOIN,
    LEAVE,
    REFUSE,
    WITHDRAW,
    HouseholdAsked,
    HouseholdInvited,
    HouseholdJoined,
    HouseholdLeft,
    HouseholdNotChanged,
    HouseholdNotJoined,
    HouseholdShown,
    InvitationsWithdrawn,
)
from agents.expenses.features.household.tools import (
    COMMANDS,
    HouseholdMember,
    HouseholdNews,
    HouseholdProblem,
)
from agents.expenses.words.names import member_name
from agents.expenses.words.spending import capitalized
from agents.expenses.words.topics import topic_text, with_example
from bot.texts.cards import AgentButton
from bot.texts.formats import Formats, shown
from bot.texts.speech import Wording, Words, table
from domain.commands import carried

_KEY = "expenses.household"


def word_household(content: HouseholdShown, formats: Formats) -> Wording:
    words, members = formats.catalogue, content.household.members
    others = [member for member in members if not member.own]
    if not members:
        return Wording(lead=words.text(f"{_KEY}.none"))
    lines = tuple(_word_member(member, formats) for member in members)
    if not others:
        return Wording(lead=words.text(f"{_KEY}.alone"), tail=lines)
    names = formats.listed([member_name(member.name, words) for member in others])
    return Wording(lead=words.text(_KEY, names=names), tail=lines)


def _word_member(member: HouseholdMember, formats: Formats) -> str:
    words, joined_on = formats.catalogue, member.joined_at.astimezone(formats.zone).date()
    which = "member" if not member.own else "you_named" if member.name else "you"
    told = {"name": member_name(member.name, words), "day": formats.full_day(joined_on)}
    return words.text(f"{_KEY}.{which}", **told)


def word_invitation(content: HouseholdInvited, formats: Formats) -> Wording:
    words, made = formats.catalogue, content.invited
    day = formats.full_day(made.expires_at.astimezone(formats.zone).date())
    tail = [words.text(f"{_KEY}.how", code=made.code, day=day)]
    if formats.chat_link:
        (form,) = COMMANDS
        link = f"{formats.chat_link}{carried(form.name, made.code)}"
        tail.append(words.text(f"{_KEY}.link", link=link))
    tail.append(words.text(f"{_KEY}.seen"))
    if not made.named:
        tail.append(words.text(f"{_KEY}.unnamed"))
    return Wording(lead=words.text(content.topic, code=made.code), tail=tuple(tail))


def ask_to_join(content: HouseholdAsked, formats: Formats) -> Wording:
    words = formats.catalogue
    key = f"{content.topic}.named" if content.owner else content.topic
    lead = words.text(key, name=shown(content.owner))
    return Wording(lead=lead, tail=(words.text(f"{_KEY}.from_now"),))


def word_joined(content: HouseholdJoined, formats: Formats) -> Wording:
    words = formats.catalogue
    tail = (words.text(f"{content.topic}.ask"), words.text(f"{_KEY}.unnamed"))
    return Wording(lead=words.text(content.topic), tail=tail)


def word_left(content: HouseholdLeft, formats: Formats) -> Wording:
    words, members = formats.catalogue, content.household.members
    tail = [words.text(f"{content.topic}.rows")]
    if members[0].own and len(members) > 1:
        name = member_name(members[1].name, words)
        tail.append(words.text(f"{content.topic}.handed", name=name))
    return Wording(lead=words.text(content.topic), tail=tuple(tail))


def word_withdrawn(content: InvitationsWithdrawn, formats: Formats) -> Wording:
    key = content.topic if content.count else f"{content.topic}.none"
    return Wording(lead=formats.catalogue.text(key))


def word_refusal(content: HouseholdNotChanged, formats: Formats) -> Wording:
    words = formats.catalogue
    name = member_name(content.named, words)
    lead = words.text(f"{_KEY}.problem.{content.problem}", name=name)
    if content.problem is HouseholdProblem.UNCLEAR:
        return with_example(lead, _KEY, formats)
    return Wording(lead=lead)


def notice_line(content: JsonValue, formats: Formats) -> str:
    """Words what goes with the card of an expense: who joined or left."""
    news, words = HouseholdNews.model_validate(content), formats.catalogue
    name = capitalized(member_name(news.name, words))
    return words.text(f"{_KEY}.news_{'joined' if news.joined else 'left'}", name=name)


BUTTONS = (
    AgentButton(action=INVITE, code="xv"),
    AgentButton(action=WITHDRAW, code="xw"),
    AgentButton(action=JOIN, code="xj", word="yes"),
    AgentButton(action=REFUSE, code="xr", word="no"),
    AgentButton(action=LEAVE, code="xl"),
)
WORDS = table(
    Words(HouseholdShown, word_household),
    Words(HouseholdInvited, word_invitation),
    Words(HouseholdAsked, ask_to_join),
    Words(HouseholdJoined, word_joined),
    Words(HouseholdLeft, word_left),
    Words(HouseholdNotJoined, topic_text),
    Words(InvitationsWithdrawn, word_withdrawn),
    Words(HouseholdNotChanged, word_refusal),
)
"""What words these topics."""
