// What stands in the log, each event once.

import {
  $, ask, Failure, here, insist, kept, locale, made, makeIcon, notice, state, text, toText, words,
} from "./base.js";
import { showPanel } from "./panel.js";
import { send } from "./sending.js";

const GROUP = 5 * 60 * 1000; // ms; what one says within it has one time
const LONGEST_LEAD = 80; // characters of a first line that stands out
const MOST_BUTTONS = 6; // the others are behind "More …"

export const log = $("log");
const scroller = document.querySelector("main");

const clock = new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit" });
const day = new Intl.DateTimeFormat(locale, { weekday: "short", day: "numeric", month: "short" });
const dayOfYear = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "numeric" });
const lately = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });

// Whoever reads the newest goes on doing so; whoever scrolled up is left where they are.
let atEnd = true;
const toEnd = () => { scroller.scrollTop = scroller.scrollHeight; };
scroller.onscroll = () => {
  atEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 80;
};
new ResizeObserver(() => atEnd && toEnd()).observe(scroller);

export function scrolled(act, always = false) {
  const follow = atEnd || always;
  act();
  if (follow) toEnd();
}

/** Behind all that the server has, before what it has not yet. */
function putInPlace(bubble) {
  const unsent = log.querySelector(":scope > .waiting");
  if (bubble.parentElement !== log || bubble.nextElementSibling !== unsent) log.insertBefore(bubble, unsent);
}

const author = (name) => made("span", { className: "heard", textContent: `${name}: ` });

// When it was said

/** "Today", "Yesterday", else the date. */
export function nameDay(at) {
  const midnight = (date) => new Date(date.getFullYear(), date.getMonth(), date.getDate());
  const ago = Math.round((midnight(new Date()) - midnight(at)) / 86400000);
  if (ago === 0 || ago === 1) return lately.format(-ago, "day");
  return (at.getFullYear() === new Date().getFullYear() ? day : dayOfYear).format(at);
}

export const nameTime = (at) => clock.format(at);

function stamp(bubble, at) {
  bubble.at = at ? new Date(at) : new Date();
  let time = bubble.querySelector(":scope > time");
  if (!time) {
    time = made("time");
    bubble.append(time);
  }
  time.dateTime = bubble.at.toISOString();
  time.textContent = nameTime(bubble.at);
  grouping ??= requestAnimationFrame(group);
}

let grouping = null; // the frame in which times and days are put in anew

/** Each day has its line, and what one says in a row has one time, behind the last. */
function group() {
  grouping = null;
  const days = [...log.querySelectorAll(":scope > .day")];
  const bubbles = [...log.querySelectorAll(":scope > .said")];
  let before = "";
  bubbles.forEach((bubble, index) => {
    const name = nameDay(bubble.at);
    if (name !== before) {
      const heading = days.shift() ?? made("li", { className: "day" });
      if (heading.textContent !== name) heading.textContent = name;
      if (bubble.previousElementSibling !== heading) bubble.before(heading);
    }
    before = name;
    const next = bubbles[index + 1];
    const sameGroup = next && next.classList.contains("mine") === bubble.classList.contains("mine")
      && next.at - bubble.at < GROUP && nameDay(next.at) === name;
    bubble.querySelector(":scope > time").hidden = Boolean(sameGroup);
  });
  for (const heading of days) heading.remove();
  if (atEnd) toEnd();
}

// What the person says

export function showMine({ id, said = "", spoken = false, files = [], at, unsent = false }) {
  const body = made("p", {}, author(words.you), spoken && said ? `🎤 ${said}` : said);
  const bubble = made("li", { className: "said mine" }, body);
  const kinds = files.map((kind) => made("li", {}, nameFile(kind)));
  if (kinds.length) bubble.append(made("ul", { className: "files" }, ...kinds));
  state.said.set(`heard/${id}`, bubble);
  scrolled(() => (unsent ? log.append(bubble) : putInPlace(bubble)), true); // sent in their order
  stamp(bubble, at);
  return bubble;
}

export const nameFile = (kind) => (/^(image|photo)/.test(kind) ? words.photo : words.document);

/** What became of something that was said here: shown below it. */
export function showFate(bubble, told, ...deeds) {
  bubble.querySelector(".fate")?.remove();
  bubble.classList.toggle("waiting", Boolean(told));
  if (told) scrolled(() => bubble.append(made("p", { className: "fate" }, told, " ", ...deeds)));
}

export function showHeard({ message_id: id, text: said, spoken, files }, at) {
  const bubble = state.said.get(`heard/${id}`);
  if (!bubble) {
    showMine({ id, said, spoken, files, at });
    return;
  }
  showFate(bubble, "");
  stamp(bubble, at);
  if (spoken) bubble.querySelector("p").replaceChildren(author(words.you), `🎤 ${said}`);
}

// What Steward says

export function showReply(reply, at) {
  const { id, choices = [], files = [], blocks = [], replaces } = reply;
  if (state.said.has(`reply/${id}`)) return;
  const bubble = made("li", { className: "said theirs" }, ...layOut(reply));
  const own = files.filter((file) => /^\/(?!\/)/.test(file.url)); // a path of this server
  if (own.length) {
    const links = own.map((file) => made("li", {}, /^image\/(png|jpeg)$/.test(file.mime_type)
      ? made("a", { href: file.url, download: file.name }, made("img", { src: file.url, alt: file.name }))
      : made("a", { href: file.url, download: file.name, textContent: file.name })));
    bubble.append(made("ul", { className: "files" }, ...links));
  }
  const inCards = blocks.flatMap((block) => block.choices.map(keyOf));
  const rest = choices.filter((choice) => !inCards.includes(keyOf(choice)));
  if (rest.length) bubble.append(makeButtons(reply, rest));
  if (reply.rateable) bubble.append(makeRating(id));
  const earlier = replaces && state.said.get(`reply/${replaces}`);
  scrolled(() => (earlier ? earlier.replaceWith(bubble) : putInPlace(bubble)));
  stamp(bubble, earlier?.at ?? at);
  state.said.set(`reply/${id}`, bubble);
  if (replaces) state.said.delete(`reply/${replaces}`);
  bubble.question = reply.question;
  dimAll(bubble, id);
  if (reply.panel) showPanel(reply.panel, at);
}

/** Its paragraphs and cards; the first paragraph says who speaks. */
function layOut(reply) {
  const { text, blocks = [] } = reply;
  if (!blocks.length) return [made("p", {}, author(words.steward), text)];
  const [first, ...others] = blocks[0].title ? [{ text: "" }, ...blocks] : blocks;
  const lead = made("p", {}, author(words.steward), first.text);
  const standsOut = first.text.length <= LONGEST_LEAD && !first.text.includes("\n");
  lead.className = first.text ? (standsOut ? "lead" : "") : "heard";
  const parts = [lead];
  for (const block of others) {
    const row = parts.at(-1).classList.contains("cards") ? parts.at(-1) : null;
    if (!block.title) parts.push(made("p", { textContent: block.text }));
    else if (row) row.append(makeCard(block, reply));
    else parts.push(made("div", { className: "cards" }, makeCard(block, reply)));
  }
  return parts;
}

function makeCard({ number, title, amount, lines, choices }, reply) {
  const name = made("p", { className: "title" });
  if (number) name.append(made("span", { className: "number", textContent: `#${number} ` }));
  name.append(title);
  const card = made("div", { className: "card" }, name);
  if (amount) card.append(made("p", { className: "amount", textContent: amount }));
  card.append(...lines.map((detail) => made("p", { textContent: detail })));
  if (choices.length) card.append(makeButtons(reply, choices));
  return card;
}

const keyOf = ({ action, subject, value }) => JSON.stringify([action, subject, value]);

/** A row of buttons. `all` are those of its reply, by whose places a press is remembered. */
function makeButtons({ id, choices: all = [] }, choices) {
  const places = choices.map((choice) => all.findIndex((each) => keyOf(each) === keyOf(choice)));
  const row = made("div", { className: "choices", all, places });
  choices.forEach((choice, index) => {
    const { ends } = choice;
    row.append(makeButton(choice, ({ detail }) => {
      const place = choice.action === "say" ? -1 : places[index];
      if (place >= 0) markPressed(id, place, true);
      sendPress(choice, place >= 0 ? { id, place, ends } : undefined);
      toText(!detail); // a button that can't be pressed any more loses the keyboard
    }));
  });
  if (choices.length > MOST_BUTTONS) fold(row);
  return row;
}

export function makeButton({ label, short }, onclick) {
  const button = made("button", { type: "button", textContent: short || label, onclick });
  if (short) button.ariaLabel = `${short}: ${label}`;
  return button;
}

/** What a button says is sent as words, or is files to choose; every other press as itself. */
export function sendPress({ action, subject, value, label }, of) {
  if (action === "say" && subject === "file") $("files").click();
  else send(action === "say" ? { said: value } : { press: { action, subject, value }, said: label, of });
}

function fold(row) {
  const rest = [...row.children].slice(MOST_BUTTONS - 1);
  for (const button of rest) button.classList.add("rest");
  row.classList.add("folded");
  row.append(made("button", {
    type: "button",
    className: "more",
    textContent: words.more,
    ariaExpanded: "false",
    onclick: ({ currentTarget }) => {
      row.classList.remove("folded");
      currentTarget.remove();
      rest[0].focus();
    },
  }));
}

export function markPressed(id, place, pressed) {
  kept.press(id, place, pressed);
  const bubble = state.said.get(`reply/${id}`);
  if (bubble) dimAll(bubble, id);
}

function dimAll(bubble, id) {
  for (const row of bubble.querySelectorAll(".choices")) dim(row, id, bubble.stale);
  const focused = document.activeElement;
  if (bubble.contains(focused) && (focused.disabled || focused.closest("[hidden]"))) toText();
}

/** Shows which buttons were pressed, and hides those that are of no use since. */
function dim(row, id, stale) {
  const { all, places } = row;
  const pressed = kept.pressed[id] ?? [];
  const isOver = (at) => stale || pressed.some((place) => place === at || all[place]?.ends === "all"
    || (all[place]?.ends === "same" && all[place].subject === all[at].subject));
  let live = 0;
  [...row.children].slice(0, places.length).forEach((button, index) => {
    const at = places[index];
    const taken = pressed.includes(at);
    const over = at >= 0 && isOver(at);
    button.disabled = over;
    button.hidden = over && !taken;
    button.classList.toggle("taken", taken);
    if (!over) live += 1;
  });
  const more = row.querySelector(".more");
  if (more) more.hidden = !live;
  row.hidden = [...row.children].every((button) => button.hidden);
}

/** Of questions that are not open any more the buttons go, where `among` says yes to the bubble. */
export function retire(open, among) {
  for (const [key, bubble] of state.said) {
    if (bubble.question && !open.includes(bubble.question) && among(bubble)) {
      bubble.stale = true;
      dimAll(bubble, key.slice("reply/".length));
    }
  }
}

/** Tells which bubbles stand above that one; all do where it is not shown. */
function isAbove(key) {
  const below = state.said.get(key);
  return (bubble) => !below
    || bubble.compareDocumentPosition(below) & Node.DOCUMENT_POSITION_FOLLOWING;
}

function makeRating(id) {
  const row = made("p", { className: "rate" });
  const name = `rate/${id}`;
  const thank = () => row.replaceChildren(words.thanks);
  const rate = (rating, label, turned) => made("button", {
    type: "button",
    className: "quiet",
    ariaLabel: label,
    onclick: async () => {
      try {
        await insist(() => ask("POST", here("/feedback"), { body: { rating, reply_id: id } }));
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        notice(failure.message);
        return;
      }
      kept.press(name, rating);
      thank();
      toText();
    },
  }, makeIcon("i-good", turned));
  row.append(words.helpful, rate("up", words.yes, ""), rate("down", words.no, "turned"));
  if (kept.pressed[name]) thank();
  return row;
}

function showEnded(reason) {
  const told = words[`ended_${reason}`] ?? words.ended;
  scrolled(() => putInPlace(made("li", { className: "event", textContent: told })));
}

export function showWork(settledId) {
  if (settledId !== undefined) {
    // They are dealt with in their order: what came before it is settled as well.
    const earlier = [...state.working];
    for (const id of earlier.slice(0, earlier.indexOf(settledId) + 1)) state.working.delete(id);
  }
  const busy = state.working.size > 0;
  scrolled(() => { $("typing").hidden = !busy; });
  if (!busy) showDoing(null);
  $("panel").classList.toggle("busy", busy);
}

/** What is being worked at: how many of several files are read, as the session says. */
export function showDoing(files) {
  $("doing").textContent = files
    ? words.files_read.replace("{read}", files.read).replace("{of}", files.of) : words.working;
}

/** One event of the log. Each is shown once, whoever tells of it again. */
export function showEvent(kind, seq, payload, at) {
  if (seq && seq <= state.cursor) return;
  if (seq) state.cursor = seq;
  if (kind === "transcript") {
    if (!payload.called) {
      showHeard(payload, at);
      putInPlace(state.said.get(`heard/${payload.message_id}`)); // the order is the server's
    }
    state.working.add(payload.message_id);
    if (payload.files?.length) state.withFiles.add(payload.message_id);
    showWork();
  } else if (kind === "reply") {
    showReply(payload, at);
    showWork();
  } else if (kind === "state") {
    if (payload.questions) retire(payload.questions, isAbove(`heard/${payload.message_id}`));
    showWork(payload.message_id);
    document.dispatchEvent(new Event("steward-settled"));
  } else if (kind === "hangup") {
    if (payload.reason !== "completed") showEnded(payload.reason); // else a reply says so
  } else if (kind === "error") {
    notice(payload.message ?? "");
  }
}
