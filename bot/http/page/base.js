// What all parts of the page need: what it keeps, how it asks the server, what it says of itself.
// What anybody wrote is put in as text, never as HTML.

export const API = "/api/v1";
const FIRST_PAUSE = 500; // ms before trying again; doubles up to
const LONGEST_PAUSE = 10000;
const UNREACHED = 0; // in place of an HTTP status
export const ABORTED = -1; // as that; by the page itself

export const root = document.documentElement;
export const words = JSON.parse(root.dataset.words);
export const language = root.lang;
export const { locale } = root.dataset; // of days and hours, as the server writes them in replies
export const $ = (id) => document.getElementById(id);
export const text = $("text");
export const composer = $("composer");

// What outlives a reload

export const kept = {
  get session() { return localStorage.getItem("steward.session"); },
  set session(id) {
    if (id) localStorage.setItem("steward.session", id);
    else localStorage.removeItem("steward.session");
  },
  /** Words and presses on their way, in their order. Each is sent under one id until the server
   * has it, so it counts once, however often that takes. */
  outbox() {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith("steward.out."));
    const items = keys.map((key) => JSON.parse(localStorage.getItem(key)));
    return items.sort((a, b) => a.at - b.at);
  },
  put(item) { localStorage.setItem(`steward.out.${item.id}`, JSON.stringify(item)); },
  drop(item) { localStorage.removeItem(`steward.out.${item.id}`); },
  left() {
    localStorage.removeItem("steward.pressed");
    localStorage.removeItem("steward.panel");
  },
  /** What stands beside the chat, and since when. */
  get panel() { return JSON.parse(localStorage.getItem("steward.panel") ?? "null"); },
  set panel(panel) { localStorage.setItem("steward.panel", JSON.stringify(panel)); },
  /** Replies whose buttons were pressed, and the places of those buttons. */
  get pressed() { return JSON.parse(localStorage.getItem("steward.pressed") ?? "{}"); },
  press(reply, place, pressed = true) {
    const others = (this.pressed[reply] ?? []).filter((each) => each !== place);
    const now = { ...this.pressed, [reply]: pressed ? [...others, place] : others };
    const newest = Object.entries(now).slice(-200);
    localStorage.setItem("steward.pressed", JSON.stringify(Object.fromEntries(newest)));
  },
};

export const state = {
  session: kept.session,
  cursor: 0, // the last event that was shown
  said: new Map(), // what stands in the log, by `heard/{message id}` and `reply/{reply id}`
  working: new Set(), // messages that are not settled yet
  withFiles: new Set(), // those of them that brought a file
  reading: null, // aborts the stream that is read
  queue: [], // what is to be sent, the first is on its way
  files: [], // chosen and not sent yet
  opening: null, // the request for a new session
  entered: null, // resolves once the page's code was taken
  agreeing: null, // as that, once the person agreed to what is kept of them
};

// Small things

export class Failure extends Error {
  constructor(status, told, after) {
    super(told.message || words.unreachable);
    this.status = status;
    this.code = told.code ?? "";
    this.consent = told.consent; // the text that the person is asked to agree to
    this.retryable = told.retryable ?? status === UNREACHED;
    this.after = after; // seconds, when the server names them
  }
}

export const pause = (ms) => new Promise((resume) => {
  const timer = setTimeout(done, ms);
  function done() {
    clearTimeout(timer);
    removeEventListener("online", done);
    resume();
  }
  addEventListener("online", done); // back sooner than thought
});

export function* pauses() {
  for (let ms = FIRST_PAUSE; ; ms = Math.min(ms * 2, LONGEST_PAUSE)) {
    yield ms * (0.75 + Math.random() / 2); // so that all pages don't come back at once
  }
}

export const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)),
  (byte) => byte.toString(16).padStart(2, "0")).join("");

export const here = (path, session = state.session) => `${API}/chat/sessions/${encodeURIComponent(session)}${path}`;

export function made(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

export function makeIcon(id, kind = "") {
  const icon = document.createElementNS(SVG, "svg");
  icon.setAttribute("class", `icon ${kind}`.trim());
  icon.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${id}`);
  icon.append(use);
  return icon;
}

/** Raises `Failure`. */
export async function ask(method, path, { body, accept, signal, headers: more } = {}) {
  const headers = { "Accept-Language": language, Accept: accept ?? "application/json", ...more };
  const form = body instanceof FormData;
  if (body !== undefined && !form) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(path, {
      method, headers, signal, body: form || body === undefined ? body : JSON.stringify(body),
    });
  } catch {
    throw new Failure(signal?.aborted ? ABORTED : UNREACHED, {});
  }
  if (response.ok) return response;
  const after = Number(response.headers.get("Retry-After")) || undefined;
  const told = await response.json().then((json) => json.error, () => null);
  // Without a body of ours it is a proxy that could not reach the server.
  throw new Failure(response.status, told ?? { retryable: response.status >= 500 }, after);
}

/** As `ask`, for an answer in JSON; one that breaks off did not come. */
export async function asked(method, path, options) {
  const response = await ask(method, path, options);
  return response.json().catch(() => {
    throw new Failure(options?.signal?.aborted ? ABORTED : UNREACHED, {});
  });
}

/** As `ask`, and tries until the server has answered: what is asked for may be done twice. */
export async function insist(attempt, onWait = () => {}) {
  const waits = pauses();
  let known = false;
  for (;;) {
    try {
      return await attempt();
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      if (failure.status === 401 && !known) {
        await signedIn();
        known = true;
      } else if (failure.consent) {
        await agreed(failure.consent);
      } else if (failure.retryable) {
        onWait(failure);
        await pause((failure.after ?? 0) * 1000 || waits.next().value);
      } else {
        throw failure;
      }
    }
  }
}

export function notice(told, deed) {
  const box = $("notice");
  box.replaceChildren(told);
  if (deed) box.append(made("button", { type: "button", textContent: deed.label, onclick: deed.act }));
  box.hidden = !told;
}

export function line(told) {
  $("line").textContent = told;
  $("line").hidden = !told;
}

/** Resolves once the server knows who this is again: by the code, or as anybody. */
export function signedIn() {
  const code = root.dataset.code === "true";
  state.entered ??= (code ? codeEntered() : insist(() => ask("POST", "/page/code", { body: { code: "" } })))
    .finally(() => { state.entered = null; });
  return state.entered;
}

function codeEntered() {
  return new Promise((resolve) => {
    $("code-form").hidden = false;
    $("code").focus();
    $("code-form").onsubmit = async (event) => {
      event.preventDefault();
      try {
        await ask("POST", "/page/code", { body: { code: $("code").value } });
      } catch (failure) {
        notice(failure.status === 401 ? words.code_wrong : failure.message);
        $("code").select();
        return;
      }
      notice("");
      $("code").value = "";
      $("code-form").hidden = true;
      toText();
      resolve();
    };
  });
}

/** Resolves once the person agreed to what is kept of them. Raises `Failure` where they don't. */
export function agreed({ version, language: shown, text: told, agree, decline }) {
  state.agreeing ??= new Promise((resolve, reject) => {
    const parts = told.split(/(https?:\/\/\S+)/); // every second one is a link
    $("consent-text").replaceChildren(...parts.map((part, at) => (at % 2
      ? made("a", { href: part, textContent: part, target: "_blank", rel: "noopener" }) : part)));
    $("agree").textContent = agree;
    $("decline").textContent = decline;
    $("consent").hidden = false;
    $("consent-text").focus();
    $("decline").onclick = () => reject(new Failure(403, { code: "consent.declined", message: words.declined }));
    $("agree").onclick = () => insist(() => ask("POST", `${API}/consent`, { body: { version, language: shown } }))
      .then(resolve, (failure) => (failure.status === 409 ? resolve() : reject(failure))); // asked anew
  }).finally(() => {
    state.agreeing = null;
    $("consent").hidden = true;
    toText();
  });
  return state.agreeing;
}

/** To where words are written; on a phone that would bring up the keyboard, if none is used. */
export function toText(byKeyboard = false) {
  if (byKeyboard || matchMedia("(pointer: fine)").matches) text.focus();
}
