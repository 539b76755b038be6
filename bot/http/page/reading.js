// Reads what happens in the conversation, and goes on where it was.

import {
  $, ABORTED, ask, asked, Failure, here, insist, kept, line, notice, pause, pauses, signedIn, state,
  words,
} from "./base.js";
import { log, retire, showDoing, showEvent, showWork } from "./log.js";
import { drawPanel } from "./panel.js";
import { call } from "./voice.js";

const SILENT_STREAM = 40000; // ms without a sign of life: a comment comes every 15 s
const TELL_OUTAGE_AFTER = 1500; // ms; a server that restarts is often faster
const FILES_LOOKED_AT = 3000; // ms between looks at how many files are read
const REST_AFTER = 30000; // ms that nobody looks at the page
const HISTORY_PAGE = 200;

export async function read() {
  state.reading?.abort();
  const reading = new AbortController();
  state.reading = reading;
  const { signal } = reading;
  watchFiles(signal);
  const waits = { next: pauses() };
  let outage = null;
  const lost = () => { outage ??= setTimeout(() => line(words.offline), TELL_OUTAGE_AFTER); };
  const back = () => {
    clearTimeout(outage);
    outage = null;
    waits.next = pauses();
    line("");
  };
  try {
    log.setAttribute("aria-live", "off"); // what was said before is not read out again
    await insist(() => history(signal), lost);
    await insist(() => look(signal), lost);
    back();
    log.setAttribute("aria-live", "polite");
    while (!signal.aborted) {
      try {
        await listen(signal, back);
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        if (failure.status === 401) await signedIn();
        else if (!failure.retryable && failure.status !== ABORTED) throw failure;
      }
      if (signal.aborted) return;
      lost();
      await pause(waits.next.next().value);
    }
  } catch (failure) {
    if (signal.aborted) return;
    if (!(failure instanceof Failure)) throw failure;
    if (failure.status === 404) tellGone();
    else notice(failure.message);
  } finally {
    clearTimeout(outage);
  }
}

async function history(signal) {
  for (;;) {
    const path = here(`/messages?after=${state.cursor}&limit=${HISTORY_PAGE}`);
    const { messages, cursor } = await asked("GET", path, { signal });
    if (signal.aborted) return;
    for (const { kind, seq, payload, at } of messages) showEvent(kind, seq, payload, at);
    state.cursor = Math.max(state.cursor, cursor);
    if (messages.length < HISTORY_PAGE) return;
  }
}

/** Whether anything is being worked on: the event that says so may be long past, or the process
 * that would have written it gone. */
async function look(signal) {
  const shown = new Set(state.said.values()); // of what comes meanwhile the answer knows nothing
  const session = await asked("GET", here(""), { signal });
  if (signal.aborted) return;
  if (session.state !== "working") state.working.clear();
  if (session.questions) retire(session.questions, (bubble) => shown.has(bubble));
  showDoing(session.files);
  showWork();
}

/** Looks now and then while files are read, so that their count is seen. */
async function watchFiles(signal) {
  while (!signal.aborted) {
    await pause(FILES_LOOKED_AT);
    if (!signal.aborted && [...state.working].some((id) => state.withFiles.has(id))) await lookAgain(signal);
  }
}

const lookAgain = (signal) => look(signal).catch((failure) => {
  if (!(failure instanceof Failure)) throw failure; // the next time asks again
});

async function listen(signal, back) {
  const quiet = new AbortController();
  let watch = null;
  const alive = () => {
    clearTimeout(watch);
    watch = setTimeout(() => quiet.abort(), SILENT_STREAM);
  };
  const stop = () => quiet.abort();
  signal.addEventListener("abort", stop);
  try {
    alive();
    const response = await ask("GET", here(`/events?after=${state.cursor}`),
      { accept: "text/event-stream", signal: quiet.signal });
    back();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read().catch(() => ({ done: true }));
      if (done || signal.aborted) return;
      alive();
      const events = (rest + value).split("\n\n");
      rest = events.pop();
      for (const event of events) await takeEvent(event, signal);
    }
  } finally {
    clearTimeout(watch);
    signal.removeEventListener("abort", stop);
  }
}

async function takeEvent(event, signal) {
  const fields = {};
  for (const each of event.split("\n")) {
    const [, name, value] = /^([^:]*):? ?(.*)$/s.exec(each);
    if (name) fields[name] = name in fields ? `${fields[name]}\n${value}` : value;
  }
  if (fields.data !== undefined) {
    // Here nothing becomes a link by itself: what keeps chat programs from it would be copied.
    const data = JSON.parse(fields.data.replaceAll("\u2060", ""));
    showEvent(fields.event, Number(fields.id) || 0, data, fields.at);
  } else if (state.working.size) {
    await lookAgain(signal);
  }
}

// A browser has six connections for all pages of one server: one that nobody looks at takes none.
let resting = null;
document.addEventListener("visibilitychange", () => {
  clearTimeout(resting);
  if (document.hidden) resting = setTimeout(() => call.on || state.reading?.abort(), REST_AFTER);
  else if (state.reading?.signal.aborted) read();
});

export function tellGone() {
  forget();
  kept.left();
  drawPanel();
  line("");
  notice(words.gone);
}

export function forget() {
  state.reading?.abort();
  kept.session = null;
  Object.assign(state, { session: null, cursor: 0, reading: null });
  state.working.clear();
  showWork();
}

/** The id of the conversation is here before its first message leaves: that the answer to a
 * message gets lost can't begin a second one. */
/** `first` is what is said there first: some commands need no consent. */
export async function inSession(onWait, first = "") {
  if (state.session) return;
  const { timeZone: timezone = "" } = Intl.DateTimeFormat().resolvedOptions();
  state.opening ??= insist(() => asked("POST", "/page/sessions", {
    body: { timezone, first: first.startsWith("/") ? first.slice(0, 64) : "" },
  }), onWait);
  try {
    const { session_id: opened } = await state.opening;
    if (state.session) return; // somebody else waited for the same
    state.session = opened;
    kept.session = opened;
    read();
  } finally {
    state.opening = null;
  }
}
