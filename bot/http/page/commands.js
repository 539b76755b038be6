// The list of commands, which "/" opens.

import { $, composer, made, root, text } from "./base.js";

const commands = JSON.parse(root.dataset.commands); // their names and what they do
const list = $("commands");
let marked = 0; // the one that Enter takes

function match() {
  const typed = /^\/(\w*)$/.exec(text.value);
  if (!typed) return [];
  const fitting = commands.filter(([name]) => name.startsWith(typed[1]));
  return fitting.sort(([a], [b]) => (b === typed[1]) - (a === typed[1]));
}

function showCommands() {
  const found = match();
  list.replaceChildren(...found.map(([name, description], index) => made("li", {
    id: `command-${index}`,
    role: "option",
    onpointerdown: (event) => event.preventDefault(), // the keyboard stays where it is
    onclick: () => choose(name),
  }, made("b", { textContent: `/${name}` }), ` ${description}`)));
  list.hidden = !found.length;
  markOption(0);
}

function markOption(index) {
  marked = index;
  [...list.children].forEach((option, at) => {
    option.ariaSelected = String(at === index);
    if (at === index) option.scrollIntoView({ block: "nearest" });
  });
  if (list.hidden) text.removeAttribute("aria-activedescendant");
  else text.setAttribute("aria-activedescendant", `command-${index}`);
}

function hideCommands() {
  list.hidden = true;
  list.replaceChildren();
  markOption(0);
}

function choose(name) {
  text.value = `/${name}`;
  hideCommands();
  composer.requestSubmit();
}

text.addEventListener("input", showCommands);
text.addEventListener("blur", hideCommands);
text.addEventListener("keydown", (event) => {
  if (list.hidden || event.isComposing) return;
  const count = list.children.length;
  const deeds = {
    ArrowDown: () => markOption((marked + 1) % count),
    ArrowUp: () => markOption((marked + count - 1) % count),
    Enter: () => choose(match()[marked][0]),
    Tab: () => {
      text.value = `/${match()[marked][0]} `; // a value can be written behind it
      hideCommands();
    },
    Escape: hideCommands,
  };
  if (event.shiftKey || !deeds[event.key]) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  deeds[event.key]();
}, { capture: true });
composer.addEventListener("submit", hideCommands);
