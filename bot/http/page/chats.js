// Earlier chats of this person, and a new one.

import { $, API, asked, Failure, kept, line, made, notice, state, toText } from "./base.js";
import { log, nameDay, nameFile, nameTime, showWork } from "./log.js";
import { forget, read } from "./reading.js";
import { call } from "./voice.js";

const MOST_CHATS = 50;
const dialog = $("chats");

async function listChats() {
  try {
    return (await asked("GET", `${API}/chat/sessions?limit=${MOST_CHATS}`)).sessions;
  } catch (failure) {
    if (failure instanceof Failure && failure.status === 401) return []; // nobody spoke here yet
    throw failure;
  }
}

async function showChats() {
  let chats;
  try {
    chats = await listChats();
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    notice(failure.message);
    return;
  }
  $("chats-list").replaceChildren(...chats.map(({ session_id: id, at, text: said, files }) => {
    const when = new Date(at);
    const button = made("button", { type: "button", className: "quiet", onclick: () => openChat(id) },
      made("b", { textContent: said || files.map(nameFile).join(" ") }),
      made("time", { dateTime: at, textContent: `${nameDay(when)} · ${nameTime(when)}` }));
    if (id === state.session) button.ariaCurrent = "true";
    return made("li", {}, button);
  }));
  $("chats-none").hidden = chats.length > 0;
  dialog.showModal();
}

/** It is read from its beginning, and goes on with what is said next. */
function openChat(session) {
  dialog.close();
  leave();
  state.session = session;
  kept.session = session;
  read();
  toText();
}

/** The next message begins another chat. */
function leave() {
  call.hangUp();
  forget();
  log.replaceChildren();
  state.said.clear();
  notice("");
  line("");
  showWork();
}

$("chats-open").onclick = showChats;
$("chats-close").onclick = () => dialog.close();
dialog.onclick = (event) => {
  if (event.target === dialog) dialog.close(); // beside it
};
$("new").onclick = () => {
  leave();
  toText(true);
};
