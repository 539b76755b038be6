// Sends words, files and presses, each once and in order.

import {
  $, API, ask, composer, Failure, here, insist, kept, language, made, newId, notice, state, text,
  toText, words,
} from "./base.js";
import { markPressed, scrolled, showFate, showMine, showReply } from "./log.js";
import { inSession, tellGone } from "./reading.js";

// What one message may bring, as the server has it.
const MOST_FILES = 30;
const LARGEST_FILE = 20 * 1024 * 1024;
const LARGEST_TOGETHER = 160 * 1024 * 1024;

/** Words, files or a press: shown at once, sent in order. */
export function send({ said = "", files = [], press, of }) {
  const item = { id: newId(), at: Date.now(), session: state.session, said, press, of };
  if (!files.length) kept.put(item); // files can't be kept
  queue(item, files);
}

export function queue(item, files) {
  item.bubble = showMine({ id: item.id, said: item.said, unsent: true });
  item.files = files;
  const pictures = files.map(picture);
  if (files.length) item.bubble.querySelector("time").before(made("ul", { className: "files" }, ...pictures));
  showFate(item.bubble, words.sending);
  state.queue.push(item);
  if (state.queue.length === 1) flush();
}

async function flush() {
  while (state.queue.length) {
    const item = state.queue[0];
    const told = ({ status, message }) => {
      const reason = status === 429 ? ` ${message}` : "";
      showFate(item.bubble, words.retrying + reason);
    };
    try {
      if (!item.session) {
        await inSession(told, item.said);
        item.session = state.session;
        if (!item.files.length) kept.put(slim(item));
      }
      await insist(() => ask("POST", ...request(item)), told);
      showFate(item.bubble, "");
      if (item.of?.ends === "none") markPressed(item.of.id, item.of.place, false); // it may be wanted again
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      showRefusal(item, failure);
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

function showRefusal(item, failure) {
  if (failure.code === "consent.required") { // the answer to a command that needs none
    showFate(item.bubble, "");
    showReply({ id: newId(), text: failure.message }, new Date());
    return;
  }
  if (failure.status === 404 && item.session === state.session) tellGone();
  if (item.of) markPressed(item.of.id, item.of.place, false);
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
  const reason = failure.code === "consent.declined" ? failure.message : `${words.not_sent} ${failure.message}`;
  showFate(item.bubble, reason, ...(item.press ? [] : [again]));
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
  let together = state.files.reduce((sum, file) => sum + file.size, 0);
  for (const file of files) {
    if (file.size > LARGEST_FILE) notice(words.too_large);
    else if (state.files.length === MOST_FILES) notice(words.too_many_files);
    else if (together + file.size > LARGEST_TOGETHER) notice(words.too_large_together);
    else {
      state.files.push(file);
      together += file.size;
    }
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

export function grow() {
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
