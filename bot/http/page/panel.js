// What stays in sight beside the chat, such as a cart: beside it where there is room, else as a bar
// above what is written. It is the person's, so it stays when another chat is opened.

import { $, kept, made, text } from "./base.js";
import { makeButton, scrolled, sendPress } from "./log.js";

const panel = $("panel");
const bar = $("panel-bar");

/** The newest of all chats is shown; one without cards is none. */
export function showPanel(view, at = new Date().toISOString()) {
  const before = kept.panel;
  if (before && before.at > at) return;
  kept.panel = { view, at };
  drawPanel();
}

export function drawPanel() {
  const view = kept.panel?.view;
  const place = placeOfFocus();
  scrolled(() => { panel.hidden = !view?.cards.length; });
  if (panel.hidden) {
    if (place >= 0) text.focus();
    return;
  }
  $("panel-title").textContent = view.title;
  $("panel-summary").textContent = view.summary;
  $("panel-total").textContent = view.total;
  $("panel-cards").replaceChildren(...view.cards.map((card) => {
    const row = made("li", {}, made("p", { className: "title", textContent: card.title }),
      made("p", { className: "amount", textContent: card.amount }),
      ...card.lines.map((each) => made("p", { className: "note", textContent: each })));
    row.append(made("div", { className: "choices" }, ...card.choices.map(draw)));
    return row;
  }));
  $("panel-choices").replaceChildren(...view.choices.map(draw));
  if (place >= 0) ([...panel.querySelectorAll("button")][place] ?? bar).focus();
}

/** Drawn anew, the keyboard stays where it was. */
const placeOfFocus = () => [...panel.querySelectorAll("button")].indexOf(document.activeElement);

const draw = (choice) => makeButton(choice, () => {
  if (!panel.classList.contains("busy")) sendPress(choice); // what it shows is about to change
});

function openPanel(open) {
  panel.classList.toggle("open", open);
  bar.ariaExpanded = String(open);
}

bar.onclick = () => scrolled(() => openPanel(!panel.classList.contains("open")));
panel.onkeydown = (event) => {
  if (event.key !== "Escape" || !panel.classList.contains("open")) return;
  openPanel(false);
  bar.focus();
};
