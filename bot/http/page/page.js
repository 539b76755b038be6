"use strict";
// The page, and (loaded once more by it, as a worklet) the recorder of its microphone.
// What anybody wrote is put in as text, never as HTML.

const HEARD_RATE = 16000; // samples a second that are sent

if (globalThis.AudioWorkletProcessor) {
  // Whatever rate the microphone has becomes 16 kHz, in pieces of 40 ms. A windowed sinc keeps
  // what is too high for that rate from coming back as noise.
  const PIECE = (HEARD_RATE * 40) / 1000;
  const LOBES = 8;

  class Recorder extends AudioWorkletProcessor {
    constructor() {
      super();
      this.step = sampleRate / HEARD_RATE;
      this.width = Math.max(this.step, 1);
      this.reach = Math.ceil(LOBES * this.width);
      this.kept = new Float32Array(0);
      this.at = this.reach; // the next output's place among the kept samples
      this.piece = new Int16Array(PIECE);
      this.filled = 0;
    }

    process([[samples]]) {
      if (samples) {
        const all = new Float32Array(this.kept.length + samples.length);
        all.set(this.kept);
        all.set(samples, this.kept.length);
        while (this.at + this.reach < all.length) {
          this.put(this.sampleAt(all, this.at));
          this.at += this.step;
        }
        const done = Math.max(0, Math.floor(this.at) - this.reach);
        this.kept = all.slice(done);
        this.at -= done;
      }
      return true;
    }

    sampleAt(all, at) {
      let sum = 0;
      for (let i = Math.ceil(at - this.reach); i <= at + this.reach; i += 1) {
        const x = (i - at) / this.width;
        if (Math.abs(x) >= LOBES) continue;
        const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
        sum += all[i] * sinc * (0.5 + 0.5 * Math.cos((Math.PI * x) / LOBES));
      }
      return sum / this.width;
    }

    put(sample) {
      this.piece[this.filled] = Math.max(-1, Math.min(1, sample)) * 32767;
      this.filled += 1;
      if (this.filled === PIECE) {
        this.port.postMessage(this.piece.buffer, [this.piece.buffer]);
        this.piece = new Int16Array(PIECE);
        this.filled = 0;
      }
    }
  }

  registerProcessor("recorder", Recorder);
} else {
  page();
}

function page() {
  const API = "/api/v1";
  const LARGEST_FILE = 20 * 1024 * 1024;
  const LONGEST_RECORDING = 60; // seconds
  const FIRST_PAUSE = 500; // ms before trying again; doubles up to
  const LONGEST_PAUSE = 10000;
  const SILENT_STREAM = 40000; // ms without a sign of life: a comment comes every 15 s
  const TELL_OUTAGE_AFTER = 1500; // ms; a server that restarts is often faster
  const REST_AFTER = 30000; // ms that nobody looks at the page
  const CALL_BACK_WITHIN = 60000; // ms in which a lost call may be taken up again
  const HISTORY_PAGE = 200;
  const UNREACHED = 0; // in place of an HTTP status
  const ABORTED = -1; // as that; by the page itself

  const script = document.currentScript.src;
  const root = document.documentElement;
  const words = JSON.parse(root.dataset.words);
  const language = root.lang;
  const $ = (id) => document.getElementById(id);
  const log = $("log");
  const composer = $("composer");
  const text = $("text");
  const scroller = document.querySelector("main");

  // What outlives a reload

  const kept = {
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
      this.session = null;
      localStorage.removeItem("steward.pressed");
    },
    /** Replies whose buttons were pressed, and the places of those buttons. */
    get pressed() { return JSON.parse(localStorage.getItem("steward.pressed") ?? "{}"); },
    press(reply, place, pressed = true) {
      const others = (this.pressed[reply] ?? []).filter((each) => each !== place);
      const now = { ...this.pressed, [reply]: pressed ? [...others, place] : others };
      const newest = Object.entries(now).slice(-200);
      localStorage.setItem("steward.pressed", JSON.stringify(Object.fromEntries(newest)));
    },
  };

  const state = {
    session: kept.session,
    cursor: 0, // the last event that was shown
    said: new Map(), // what stands in the log, by `heard/{message id}` and `reply/{reply id}`
    working: new Set(), // messages that are not settled yet
    reading: null, // aborts the stream that is read
    queue: [], // what is to be sent, the first is on its way
    files: [], // chosen and not sent yet
    opening: null, // the request for a new session
    entered: null, // resolves once the page's code was taken
  };

  // Small things

  class Failure extends Error {
    constructor(status, told, after) {
      super(told.message || words.unreachable);
      this.status = status;
      this.code = told.code ?? "";
      this.retryable = told.retryable ?? status === UNREACHED;
      this.after = after; // seconds, when the server names them
    }
  }

  const pause = (ms) => new Promise((resume) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      removeEventListener("online", done);
      resume();
    }
    addEventListener("online", done); // back sooner than thought
  });

  function* pauses() {
    for (let ms = FIRST_PAUSE; ; ms = Math.min(ms * 2, LONGEST_PAUSE)) {
      yield ms * (0.75 + Math.random() / 2); // so that all pages don't come back at once
    }
  }

  const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)),
    (byte) => byte.toString(16).padStart(2, "0")).join("");

  const here = (path, session = state.session) => `${API}/chat/sessions/${encodeURIComponent(session)}${path}`;

  function made(tag, properties = {}, ...children) {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  }

  /** Raises `Failure`. */
  async function ask(method, path, { body, accept, signal } = {}) {
    const headers = { "Accept-Language": language, Accept: accept ?? "application/json" };
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
  async function asked(method, path, options) {
    const response = await ask(method, path, options);
    return response.json().catch(() => {
      throw new Failure(options?.signal?.aborted ? ABORTED : UNREACHED, {});
    });
  }

  /** As `ask`, and tries until the server has answered: what is asked for may be done twice. */
  async function insist(attempt, onWait = () => {}) {
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
        } else if (failure.retryable) {
          onWait(failure);
          await pause((failure.after ?? 0) * 1000 || waits.next().value);
        } else {
          throw failure;
        }
      }
    }
  }

  function notice(told, deed) {
    const box = $("notice");
    box.replaceChildren(told);
    if (deed) box.append(made("button", { type: "button", textContent: deed.label, onclick: deed.act }));
    box.hidden = !told;
  }

  function line(told) {
    $("line").textContent = told;
    $("line").hidden = !told;
  }

  /** Resolves once the server knows who this is again: by the code, or as anybody. */
  function signedIn() {
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

  /** To where words are written; on a phone that would bring up the keyboard. */
  function toText() {
    if (matchMedia("(pointer: fine)").matches) text.focus();
  }

  // What stands in the log

  // Whoever reads the newest goes on doing so; whoever scrolled up is left where they are.
  let atEnd = true;
  const toEnd = () => { scroller.scrollTop = scroller.scrollHeight; };
  scroller.onscroll = () => {
    atEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 80;
  };
  new ResizeObserver(() => atEnd && toEnd()).observe(scroller);

  function scrolled(act, always = false) {
    const follow = atEnd || always;
    act();
    if (follow) toEnd();
  }

  /** Behind all that the server has, before what it has not yet. */
  function place(bubble) {
    const unsent = log.querySelector(":scope > .waiting");
    if (bubble.parentElement !== log || bubble.nextElementSibling !== unsent) log.insertBefore(bubble, unsent);
  }

  const author = (name) => made("span", { className: "heard", textContent: `${name}: ` });

  function mine({ id, said = "", spoken = false, files = [] }) {
    const body = made("p", {}, author(words.you), spoken && said ? `🎤 ${said}` : said);
    const bubble = made("li", { className: "said mine" }, body);
    const kinds = files.map((kind) => made("li", {}, /^(image|photo)/.test(kind) ? words.photo : words.document));
    if (kinds.length) bubble.append(made("ul", { className: "files" }, ...kinds));
    state.said.set(`heard/${id}`, bubble);
    scrolled(() => place(bubble), true);
    return bubble;
  }

  /** What became of something that was said here: shown below it. */
  function fate(bubble, told, ...deeds) {
    bubble.querySelector(".fate")?.remove();
    bubble.classList.toggle("waiting", Boolean(told));
    if (told) scrolled(() => bubble.append(made("p", { className: "fate" }, told, " ", ...deeds)));
  }

  function heard({ message_id: id, text: said, spoken, files }) {
    const bubble = state.said.get(`heard/${id}`);
    if (!bubble) {
      mine({ id, said, spoken, files });
      return;
    }
    fate(bubble, "");
    if (spoken) bubble.querySelector("p").replaceChildren(author(words.you), `🎤 ${said}`);
  }

  function reply({ id, text: said, choices = [], files = [], replaces }) {
    if (state.said.has(`reply/${id}`)) return;
    const bubble = made("li", { className: "said theirs" }, made("p", {}, author(words.steward), said));
    const own = files.filter((file) => /^\/(?!\/)/.test(file.url)); // a path of this server
    if (own.length) {
      const links = own.map((file) => made("li", {}, /^image\/(png|jpeg)$/.test(file.mime_type)
        ? made("a", { href: file.url, download: file.name }, made("img", { src: file.url, alt: file.name }))
        : made("a", { href: file.url, download: file.name, textContent: file.name })));
      bubble.append(made("ul", { className: "files" }, ...links));
    }
    if (choices.length) bubble.append(buttons(id, choices));
    const earlier = replaces && state.said.get(`reply/${replaces}`);
    scrolled(() => (earlier ? earlier.replaceWith(bubble) : place(bubble)));
    state.said.set(`reply/${id}`, bubble);
    if (replaces) state.said.delete(`reply/${replaces}`);
  }

  function buttons(id, choices) {
    const row = made("div", { className: "choices", choices });
    choices.forEach(({ label, action, subject, value, ends }, place) => {
      row.append(made("button", {
        type: "button",
        textContent: label,
        onclick: () => {
          if (action === "say") return send({ said: value });
          press(id, place, true);
          send({ press: { action, subject, value }, said: label, of: { id, place, ends } });
          toText(); // a button that can't be pressed any more loses the keyboard
        },
      }));
    });
    dim(row, id);
    return row;
  }

  function press(id, place, pressed) {
    kept.press(id, place, pressed);
    const row = state.said.get(`reply/${id}`)?.querySelector(".choices");
    if (row) dim(row, id);
  }

  /** Shows which buttons were pressed, and which are of no use since. */
  function dim(row, id) {
    const pressed = kept.pressed[id] ?? [];
    const ended = (at) => pressed.some((place) => place === at || row.choices[place].ends === "all"
      || (row.choices[place].ends === "same" && row.choices[place].subject === row.choices[at].subject));
    [...row.children].forEach((button, at) => {
      button.disabled = ended(at);
      button.classList.toggle("taken", pressed.includes(at));
    });
  }

  function ended(reason) {
    const told = words[`ended_${reason}`] ?? words.ended;
    scrolled(() => place(made("li", { className: "event", textContent: told })));
  }

  function work(settledId) {
    if (settledId !== undefined) {
      // They are dealt with in their order: what came before it is settled as well.
      const earlier = [...state.working];
      for (const id of earlier.slice(0, earlier.indexOf(settledId) + 1)) state.working.delete(id);
    }
    const busy = state.working.size > 0;
    const answered = log.querySelector(".theirs") !== null;
    scrolled(() => {
      $("typing").hidden = !busy;
      $("rate").hidden = busy || !answered;
    });
  }

  /** One event of the log. Each is shown once, whoever tells of it again. */
  function show(kind, seq, payload) {
    if (seq && seq <= state.cursor) return;
    if (seq) state.cursor = seq;
    if (kind === "transcript") {
      heard(payload);
      place(state.said.get(`heard/${payload.message_id}`)); // the order is the server's
      state.working.add(payload.message_id);
      work();
    } else if (kind === "reply") {
      reply(payload);
      work();
    } else if (kind === "state") {
      work(payload.message_id);
    } else if (kind === "hangup") {
      ended(payload.reason);
    } else if (kind === "error") {
      notice(payload.message ?? "");
    }
  }

  // Reading

  async function read() {
    state.reading?.abort();
    const reading = new AbortController();
    state.reading = reading;
    const { signal } = reading;
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
      if (failure.status === 404) gone();
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
      for (const { kind, seq, payload } of messages) show(kind, seq, payload);
      state.cursor = Math.max(state.cursor, cursor);
      if (messages.length < HISTORY_PAGE) return;
    }
  }

  /** Whether anything is being worked on: the event that says so may be long past, or the process
   * that would have written it gone. */
  async function look(signal) {
    const session = await asked("GET", here(""), { signal });
    if (signal.aborted) return;
    if (session.state !== "working") state.working.clear();
    work();
  }

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
        for (const event of events) await told(event, signal);
      }
    } finally {
      clearTimeout(watch);
      signal.removeEventListener("abort", stop);
    }
  }

  async function told(event, signal) {
    const fields = {};
    for (const each of event.split("\n")) {
      const [, name, value] = /^([^:]*):? ?(.*)$/s.exec(each);
      if (name) fields[name] = name in fields ? `${fields[name]}\n${value}` : value;
    }
    if (fields.data !== undefined) {
      // Here nothing becomes a link by itself: what keeps chat programs from it would be copied.
      show(fields.event, Number(fields.id) || 0, JSON.parse(fields.data.replaceAll("\u2060", "")));
    } else if (state.working.size) {
      await look(signal).catch((failure) => {
        if (!(failure instanceof Failure)) throw failure; // the next sign of life asks again
      });
    }
  }

  // A browser has six connections for all pages of one server: one that nobody looks at takes none.
  let resting = null;
  document.addEventListener("visibilitychange", () => {
    clearTimeout(resting);
    if (document.hidden) resting = setTimeout(() => call.on || state.reading?.abort(), REST_AFTER);
    else if (state.reading?.signal.aborted) read();
  });

  function gone() {
    forget();
    line("");
    notice(words.gone);
  }

  function forget() {
    state.reading?.abort();
    kept.left();
    Object.assign(state, { session: null, cursor: 0, reading: null });
    state.working.clear();
    rated(null);
    work();
  }

  /** The id of the conversation is here before its first message leaves: that the answer to a
   * message gets lost can't begin a second one. */
  async function inSession(onWait) {
    if (state.session) return;
    state.opening ??= insist(() => asked("POST", "/page/sessions", { body: {} }), onWait);
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

  // Sending

  /** Words, files or a press: shown at once, sent in order. */
  function send({ said = "", files = [], press, of }) {
    const item = { id: newId(), at: Date.now(), session: state.session, said, press, of };
    if (!files.length) kept.put(item); // files can't be kept
    queue(item, files);
  }

  function queue(item, files) {
    item.bubble = mine({ id: item.id, said: item.said });
    item.files = files;
    if (files.length) item.bubble.append(made("ul", { className: "files" }, ...files.map(picture)));
    fate(item.bubble, words.sending);
    state.queue.push(item);
    if (state.queue.length === 1) flush();
  }

  async function flush() {
    while (state.queue.length) {
      const item = state.queue[0];
      const told = () => fate(item.bubble, words.retrying);
      try {
        if (!item.session) {
          await inSession(told);
          item.session = state.session;
          if (!item.files.length) kept.put(slim(item));
        }
        await insist(() => ask("POST", ...request(item)), told);
        fate(item.bubble, "");
        if (item.of?.ends === "none") press(item.of.id, item.of.place, false); // it may be wanted again
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        refused(item, failure);
      }
      kept.drop(item);
      state.queue.shift();
    }
  }

  const slim = ({ id, at, session, said, press, of }) => ({ id, at, session, said, press, of });

  function request({ id, session, said, files, press }) {
    if (press) return [here("/press", session), { body: { ...press, label: said, message_id: id, wait: false } }];
    const fields = { session_id: session, message_id: id, message: said, locale: language, wait: false };
    if (!files.length) return [`${API}/chat/orchestrator/message`, { body: fields }];
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    for (const file of files) form.append("files[]", file);
    return [`${API}/chat/orchestrator/message`, { body: form }];
  }

  function refused(item, failure) {
    if (failure.status === 404 && item.session === state.session) gone();
    if (item.of) press(item.of.id, item.of.place, false);
    item.bubble.classList.add("refused");
    const again = made("button", {
      type: "button",
      className: "quiet",
      textContent: words.edit,
      onclick: () => {
        item.bubble.remove();
        text.value = text.value ? `${item.said}\n${text.value}` : item.said;
        attach(item.files);
        grow();
        text.focus();
      },
    });
    fate(item.bubble, `${words.not_sent} ${failure.message}`, ...(item.press ? [] : [again]));
    item.bubble.classList.remove("waiting");
  }

  function picture(file) {
    const shown = made("li", { textContent: file.name });
    if (file.type.startsWith("image/")) {
      // On a canvas: an address of a blob is no part of this server, which is all the page may load.
      createImageBitmap(file).then((bitmap) => {
        const scale = Math.min(1, 220 / Math.max(bitmap.width, bitmap.height));
        const canvas = made("canvas", {
          width: Math.max(1, bitmap.width * scale), height: Math.max(1, bitmap.height * scale),
          role: "img", ariaLabel: file.name,
        });
        canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
        scrolled(() => shown.replaceChildren(canvas));
      }, () => {}); // the name stays: the server may read what this browser can't draw
    }
    return shown;
  }

  function attach(files) {
    for (const file of files) {
      if (file.size > LARGEST_FILE) notice(words.too_large);
      else state.files.push(file);
    }
    const chosen = state.files.map((file) => made("li", {}, file.name, made("button", {
      type: "button",
      className: "quiet",
      textContent: "✕",
      ariaLabel: `${words.remove}: ${file.name}`,
      onclick: () => {
        state.files = state.files.filter((each) => each !== file);
        attach([]);
        toText();
      },
    })));
    $("attached").replaceChildren(...chosen);
  }

  function grow() {
    text.style.height = "auto";
    text.style.height = `${text.scrollHeight + 2}px`;
    sessionStorage.setItem("steward.draft", text.value);
  }

  composer.onsubmit = (event) => {
    event.preventDefault();
    const said = text.value.trim();
    const files = state.files;
    if (!said && !files.length) return;
    notice("");
    text.value = "";
    state.files = [];
    attach([]);
    grow();
    send({ said, files });
    toText();
  };

  text.oninput = grow;
  text.onkeydown = (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      composer.requestSubmit();
    }
  };
  text.onpaste = (event) => {
    if (event.clipboardData.files.length) {
      event.preventDefault();
      attach([...event.clipboardData.files]);
    }
  };
  composer.ondragover = (event) => {
    event.preventDefault();
    composer.classList.add("over");
  };
  composer.ondragleave = () => composer.classList.remove("over");
  composer.ondrop = (event) => {
    event.preventDefault();
    composer.classList.remove("over");
    attach([...event.dataTransfer.files]);
  };
  $("attach").onclick = () => $("files").click();
  $("files").onchange = () => {
    attach([...$("files").files]);
    $("files").value = "";
    toText();
  };

  $("new").onclick = () => {
    call.hangUp();
    forget();
    log.replaceChildren();
    state.said.clear();
    notice("");
    line("");
    work();
    toText();
  };

  $("language").onchange = () => {
    document.cookie = `language=${$("language").value}; Path=/; Max-Age=31536000; SameSite=Strict`;
    location.reload();
  };

  for (const button of document.querySelectorAll("[data-rating]")) {
    button.onclick = async () => {
      try {
        await insist(() => ask("POST", here("/feedback"), { body: { rating: button.dataset.rating } }));
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        notice(failure.message);
        return;
      }
      rated(button);
    };
  }

  function rated(button) {
    for (const each of document.querySelectorAll("[data-rating]")) {
      each.setAttribute("aria-pressed", String(each === button));
    }
    $("rate-words").textContent = button ? words.thanks : words.helpful;
  }

  // Sound

  class NoMicrophone extends Error {}

  /** What hears and what plays. Raises `NoMicrophone`, in words for the person. */
  class Sound {
    static async opened(onPiece) {
      if (!navigator.mediaDevices || !globalThis.AudioWorkletNode) throw new NoMicrophone(words.mic_insecure);
      const context = new AudioContext(); // made in the click that asked for it, so it may play
      let stream;
      try {
        stream = await navigator.mediaDevices.getUserMedia({
          audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
        });
        await context.audioWorklet.addModule(script);
        await context.resume();
        return new Sound(context, stream, onPiece);
      } catch (error) {
        for (const track of stream?.getTracks() ?? []) track.stop();
        await context.close();
        const refused = ["NotAllowedError", "SecurityError"].includes(error.name);
        const asking = refused ? words.mic_refused : words.mic_missing;
        throw new NoMicrophone(stream ? words.unreachable : asking);
      }
    }

    constructor(context, stream, onPiece) {
      this.context = context;
      this.stream = stream;
      this.playing = [];
      this.until = 0; // when all that was given is played, by the context's clock
      const recorder = new AudioWorkletNode(context, "recorder", { numberOfOutputs: 0 });
      recorder.port.onmessage = ({ data }) => onPiece(data);
      context.createMediaStreamSource(stream).connect(recorder);
    }

    play(pcm, rate) {
      const samples = new Int16Array(pcm, 0, Math.floor(pcm.byteLength / 2));
      if (!samples.length) return;
      const buffer = this.context.createBuffer(1, samples.length, rate);
      buffer.getChannelData(0).set(Float32Array.from(samples, (sample) => sample / 32768));
      this.put(buffer);
    }

    put(buffer) {
      const source = this.context.createBufferSource();
      source.buffer = buffer;
      source.connect(this.context.destination);
      this.until = Math.max(this.context.currentTime + 0.02, this.until);
      source.start(this.until);
      this.until += buffer.duration;
      const part = { source, marks: [] };
      this.playing.push(part);
      source.onended = () => {
        this.playing = this.playing.filter((each) => each !== part);
        for (const mark of part.marks) mark();
      };
    }

    /** Calls `mark` once everything given so far was played; never, if it is dropped before. */
    afterwards(mark) {
      const last = this.playing.at(-1);
      if (last) last.marks.push(mark);
      else mark();
    }

    drop() {
      for (const { source } of this.playing) {
        source.onended = null;
        source.stop();
      }
      this.playing = [];
      this.until = 0;
    }

    close() {
      this.drop();
      for (const track of this.stream.getTracks()) track.stop();
      return this.context.close();
    }
  }

  // A call

  const call = {
    sound: null,
    socket: null,
    rate: HEARD_RATE,
    lostAt: 0,
    waits: null,
    keys: "",

    get on() { return this.sound !== null; },

    async begin() {
      if (this.on || this.starting) return;
      this.starting = true;
      $("call").disabled = true;
      notice("");
      speech.stopPlaying();
      try {
        this.sound = await Sound.opened((piece) => {
          if (this.ready && this.socket.readyState === WebSocket.OPEN) this.socket.send(piece);
        });
        this.told(words.calling);
        $("on-call").hidden = false;
        $("call").hidden = true;
        $("speak").hidden = true;
        $("hang-up").focus();
        await inSession();
        this.waits = pauses();
        this.lostAt = 0;
        if (this.on) this.connect(); // else it was hung up meanwhile
      } catch (error) {
        if (!(error instanceof NoMicrophone || error instanceof Failure)) throw error;
        this.over(error.message);
      } finally {
        this.starting = false;
        $("call").disabled = false;
      }
    },

    told(state) { $("call-state").textContent = state; },

    connect() {
      const address = new URL(`${API}/voice/ws`, location.href);
      address.protocol = address.protocol.replace("http", "ws");
      const socket = new WebSocket(address);
      socket.binaryType = "arraybuffer";
      this.socket = socket;
      this.ready = false;
      this.fault = "";
      socket.onopen = () => this.say({
        type: "start",
        session_id: state.session,
        audio: { encoding: "pcm_s16le", rate: HEARD_RATE, channels: 1 },
        language,
        barge_in: true,
        after: state.cursor,
      });
      socket.onmessage = ({ data }) => {
        if (typeof data === "string") this.take(JSON.parse(data));
        else this.sound?.play(data, this.rate);
      };
      socket.onclose = ({ code }) => {
        if (this.socket === socket) this.closed(code);
      };
    },

    say(frame) {
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
    },

    take(frame) {
      const { type } = frame;
      if (type === "ready") {
        this.ready = true;
        this.rate = frame.audio?.rate ?? HEARD_RATE;
        this.lostAt = 0;
        this.waits = pauses();
        this.fault = "";
        notice("");
        this.told(words.listening);
      } else if (type === "speech_started") {
        this.told(words.hearing);
      } else if (type === "speech_ended") {
        this.told(words.listening);
      } else if (type === "transcript") {
        $("caption").textContent = `🎤 ${frame.text}`;
      } else if (type === "reply") {
        $("caption").textContent = frame.text; // also what is said in passing and kept nowhere
      } else if (type === "audio_start") {
        this.told(words.speaking);
      } else if (type === "mark") {
        this.sound?.afterwards(() => {
          this.say({ type: "mark", name: frame.name });
          if (!this.sound?.playing.length) this.told(words.listening);
        });
      } else if (type === "clear") {
        this.sound?.drop();
        this.told(words.hearing);
      } else if (type === "state") {
        if (frame.state === "working") this.told(words.working);
      } else if (type === "ping") {
        this.say({ type: "pong" });
      } else if (type === "error") {
        this.fault = frame.message;
        notice(frame.message);
        if (frame.code === "session_not_found") {
          gone();
          this.over(words.gone);
        }
      } else if (type === "hangup") {
        this.ended = true;
      }
    },

    closed(code) {
      this.ready = false;
      const said = { 1000: "", 4009: words.taken_over, 4029: words.busy, 1003: words.broken, 1008: words.broken, 1009: words.broken }[code];
      if (this.ended || said !== undefined) {
        this.over(this.fault || said || "");
      } else if (code === 4001) {
        const { sound } = this;
        signedIn().then(() => this.sound === sound && this.again());
      } else {
        this.again();
      }
    },

    async again() {
      const { sound } = this;
      this.lostAt ||= Date.now();
      sound.drop();
      if (Date.now() - this.lostAt > CALL_BACK_WITHIN) {
        this.over(words.broken);
        return;
      }
      this.told(words.calling_again);
      await pause(this.waits.next().value);
      if (this.sound === sound) this.connect(); // else it was hung up meanwhile
    },

    hangUp() {
      if (!this.on) return;
      this.say({ type: "stop" });
      this.over("");
    },

    over(told) {
      const { socket, sound } = this;
      Object.assign(this, { socket: null, sound: null, ready: false, ended: false, keys: "" });
      socket?.close();
      sound?.close();
      const focused = $("on-call").contains(document.activeElement);
      $("on-call").hidden = true;
      $("call").hidden = false;
      $("speak").hidden = false;
      $("caption").textContent = "";
      keypad(false);
      if (told) notice(told);
      if (focused) toText();
    },

    press(digit) {
      this.say({ type: "dtmf", digits: digit });
      this.keys = `${this.keys}${digit}`.slice(-20);
      $("pressed").textContent = this.keys;
    },
  };

  function keypad(open) {
    $("keypad").hidden = !open;
    $("keys").setAttribute("aria-expanded", String(open));
    $("pressed").textContent = "";
    call.keys = "";
    if (open) $("keypad").querySelector("button").focus();
  }

  for (const digit of "123456789*0#") {
    document.querySelector(".digits").append(made("button", {
      type: "button", className: "quiet", textContent: digit, onclick: () => call.press(digit),
    }));
  }
  $("keys").onclick = () => keypad($("keypad").hidden);
  $("keypad").onkeydown = (event) => {
    if (/^[\d*#]$/.test(event.key)) {
      call.press(event.key);
    } else if (event.key === "Escape") {
      keypad(false);
      $("keys").focus();
    }
  };
  $("call").onclick = () => call.begin();
  $("hang-up").onclick = () => call.hangUp();

  // Speaking one message: hold the button, or press it to begin and again to send

  const HOLD = 400; // ms; shorter is a press

  const speech = {
    sound: null,
    pieces: null, // of the recording that runs
    begun: 0,
    limit: null,

    get recording() { return this.pieces !== null; },

    stopPlaying() {
      this.sound?.close();
      this.sound = null;
    },

    async begin() {
      this.stopPlaying();
      notice("");
      this.begun = Date.now();
      const pieces = [];
      this.pieces = pieces;
      $("speak").setAttribute("aria-pressed", "true");
      try {
        const sound = await Sound.opened((piece) => {
          if (!pieces.length && this.pieces === pieces) line(words.recording); // now it hears
          pieces.push(new Int16Array(piece));
        });
        if (this.pieces === pieces) this.sound = sound;
        else await sound.close(); // let go before the microphone was there
      } catch (error) {
        if (!(error instanceof NoMicrophone)) throw error;
        if (this.pieces === pieces) this.cancel();
        notice(error.message);
        return;
      }
      this.limit = setTimeout(() => this.end(), LONGEST_RECORDING * 1000 - 500);
    },

    stopped() {
      const pieces = this.pieces;
      clearTimeout(this.limit);
      this.pieces = null;
      $("speak").setAttribute("aria-pressed", "false");
      line("");
      return pieces;
    },

    cancel() {
      this.stopped();
      this.stopPlaying();
    },

    end() {
      const pieces = this.stopped();
      const { sound } = this;
      for (const track of sound?.stream.getTracks() ?? []) track.stop();
      if (sound && pieces.length) this.send(wav(pieces), sound);
    },

    async send(recording, sound) {
      const id = newId();
      const bubble = mine({ id, said: "🎤" });
      fate(bubble, words.sending);
      const told = () => fate(bubble, words.retrying);
      try {
        await inSession(told);
        const answer = await insist(() => {
          const form = new FormData();
          form.append("session_id", state.session);
          form.append("message_id", id);
          form.append("locale", language);
          form.append("audio", recording, "speech.wav");
          return asked("POST", `${API}/voice/message`, { body: form });
        }, told);
        if (answer.transcript) heard({ message_id: id, text: answer.transcript, spoken: true });
        if (answer.audio && this.sound === sound) await this.play(answer.audio.base64, sound);
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        if (failure.status === 404) gone();
        bubble.remove();
        state.said.delete(`heard/${id}`);
        notice(failure.message);
      }
    },

    async play(base64, sound) {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      const buffer = await sound.context.decodeAudioData(bytes.buffer);
      sound.put(buffer);
      sound.afterwards(() => {
        if (this.sound === sound) this.stopPlaying();
      });
    },
  };

  function wav(pieces) {
    const length = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
    const head = new DataView(new ArrayBuffer(44));
    const put = (at, chars) => [...chars].forEach((char, i) => head.setUint8(at + i, char.charCodeAt(0)));
    put(0, "RIFF");
    head.setUint32(4, 36 + length, true);
    put(8, "WAVEfmt ");
    head.setUint32(16, 16, true);
    head.setUint16(20, 1, true); // plain samples
    head.setUint16(22, 1, true); // one channel
    head.setUint32(24, HEARD_RATE, true);
    head.setUint32(28, HEARD_RATE * 2, true);
    head.setUint16(32, 2, true);
    head.setUint16(34, 16, true);
    put(36, "data");
    head.setUint32(40, length, true);
    return new Blob([head, ...pieces], { type: "audio/wav" });
  }

  const speak = $("speak");
  let held = false; // this press began the recording, and is not over
  speak.onpointerdown = (event) => {
    if (event.button !== 0 || speech.recording) return;
    speak.setPointerCapture(event.pointerId);
    held = true;
    speech.begin();
  };
  speak.onpointercancel = () => {
    if (held) speech.cancel();
    held = false;
  };
  speak.onclick = () => {
    // Of a press that began it, the end of a short one only; by keyboard there is no pointer.
    if (held) {
      held = false;
      if (Date.now() - speech.begun < HOLD) return;
    }
    if (speech.recording) speech.end();
    else speech.begin();
  };
  speak.oncontextmenu = (event) => event.preventDefault(); // which a long touch would open
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && speech.recording) speech.cancel();
  });

  for (const example of $("examples").children) {
    example.onclick = () => send({ said: example.value });
  }

  addEventListener("beforeunload", (event) => {
    if (state.queue.some((item) => item.files.length)) event.preventDefault(); // they would be lost
  });
  addEventListener("pagehide", () => call.socket?.close());

  // Begin

  const voice = root.dataset.voice === "true";
  $("call").hidden = !voice;
  $("speak").hidden = !voice;
  text.value = sessionStorage.getItem("steward.draft") ?? "";
  grow();
  if (state.session) read();
  for (const item of kept.outbox()) {
    if (!item.session || item.session === state.session) queue(item, []);
    else kept.drop(item); // of a conversation that was left
  }
  toText();
}
