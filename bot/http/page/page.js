// Begins.

import "./browse.js";
import "./chats.js";
import "./commands.js";
import { $, kept, language, state, text, toText } from "./base.js";
import { drawPanel } from "./panel.js";
import { read } from "./reading.js";
import { grow, queue, send } from "./sending.js";

$("language").onchange = () => {
  if (state.session) send({ said: `/language ${$("language").value}` }); // it goes on after the reload
  document.cookie = `language=${$("language").value}; Path=/; Max-Age=31536000; SameSite=Strict`;
  location.reload();
};

for (const example of $("examples").children) {
  example.onclick = ({ detail }) => {
    if (example.dataset.subject === "file") $("files").click();
    else send({ said: example.value });
    if (!detail) text.focus(); // pressed by the keyboard
  };
}

addEventListener("beforeunload", (event) => {
  if (state.queue.some((item) => item.files.length)) event.preventDefault(); // they would be lost
});

text.value = sessionStorage.getItem("steward.draft") ?? "";
grow();
drawPanel();
if (state.session) read();
for (const item of kept.outbox()) {
  if (!item.session || item.session === state.session) queue(item, []);
  else kept.drop(item); // of a conversation that was left
}
toText();
