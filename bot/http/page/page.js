// Begins.

import "./browse.js";
import "./chats.js";
import "./commands.js";
import { $, kept, language, root, state, text, toText } from "./base.js";
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

/** Says what a link carries behind "#", as "household_ABCDEFGHJK": a command that a stranger's link may
 * say, with a code. It goes from the address at once, so that it is neither kept nor said again. */
function sayLinked() {
  const carried = location.hash.slice(1);
  if (!carried) return;
  history.replaceState(history.state, "", location.pathname + location.search);
  const [, name, code] = /^([a-z]+)_([A-Z2-9]{10})$/i.exec(carried) ?? [];
  if (root.dataset.linked.split(" ").includes(name)) send({ said: `/${name} ${code}` });
}

addEventListener("hashchange", sayLinked);

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
sayLinked();
toText();
