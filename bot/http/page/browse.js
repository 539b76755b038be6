// The list of what was saved: looked through here, changed by calls of tools, which the chat tells of.

import {
  $, API, asked, Failure, insist, language, made, makeIcon, newId, pause, root, state, words,
} from "./base.js";
import { makeButton, scrolled, sendPress } from "./log.js";
import { inSession, tellGone } from "./reading.js";

const PAGE = 50;
const LARGEST_PAGE = 500;
const TYPING = 300; // ms without a key before what is searched for is looked up
const RESULT_PAUSE = 1000; // ms before it is asked again what became of a call
const LOOK_AGAIN = 4000; // ms between looks whether anything was changed elsewhere
const room = $("room");
const list = $("rows");
const filters = $("filters");
const view = {
  collection: null, rows: [], after: "", chosen: new Set(), open: null, looking: null, version: null, watch: null,
};

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const path = (rest = "") => `${API}/collections/${view.collection.name}${rest}`;

// Opening and closing

/** An entry of its own in the history: "back" closes the list, a reload opens it again. */
async function openList() {
  let collections;
  try {
    ({ collections } = await insist(() => asked("GET", `${API}/collections`)));
  } catch (failure) {
    tell(failure);
    return;
  }
  scrolled(() => {
    room.classList.add("browsing");
    $("browse").hidden = false;
  });
  if (!history.state?.list) history.pushState({ list: true }, "");
  $("browse-open").ariaExpanded = "true";
  tellDone("");
  drawTitles(collections);
  await show(collections[0]);
  clearInterval(view.watch);
  view.watch = setInterval(catchUp, LOOK_AGAIN);
  (matchMedia("(pointer: fine)").matches ? $("search") : $("browse-title")).focus({ preventScroll: true });
}

async function show(collection) {
  Object.assign(view, { collection, rows: [] });
  drawScope();
  drawFilters();
  await look();
}

/** Of several collections one is chosen where else the title of the only one stands. */
function drawTitles(collections) {
  const titles = collections.map(({ name, title }) => option(name, title));
  const select = made("select", { ariaLabel: words.browse_open }, ...titles);
  select.onchange = () => show(collections[select.selectedIndex]);
  $("browse-title").replaceChildren(collections.length > 1 ? select : collections[0].title);
}

const closeList = () => (history.state?.list ? history.back() : hideList());

function hideList() {
  scrolled(() => {
    room.classList.remove("browsing");
    $("browse").hidden = true;
  });
  clearInterval(view.watch);
  view.looking?.abort();
  Object.assign(view, { rows: [], after: "", open: null });
  view.chosen.clear();
  list.replaceChildren();
  $("browse-open").ariaExpanded = "false";
  $("browse-open").focus();
}

// What is looked for

/** Whose rows are listed, where other people share theirs. Whoever left is chosen no longer. */
function drawScope() {
  const { scope } = view.collection;
  const group = $("scope");
  const drawn = JSON.stringify(scope ?? null);
  if (group.dataset.drawn === drawn) return; // it may have the focus
  group.dataset.drawn = drawn;
  group.hidden = !scope;
  group.ariaLabel = scope?.label ?? "";
  const before = group.querySelector(":checked")?.value;
  const options = scope?.options ?? [];
  const { value: chosen } = options.find(({ value }) => value === before) ?? options[0] ?? {};
  group.replaceChildren(...options.map(({ value, label }) => made("label", {},
    made("input", { type: "radio", name: `by.${scope.name}`, value, checked: value === chosen }), label)));
}

/** The collection as it is now: somebody may have joined or left, or saved something at a new shop. */
async function renewView() {
  const { collections } = await insist(() => asked("GET", `${API}/collections`));
  view.collection = collections.find(({ name }) => name === view.collection.name);
  drawScope();
}

function drawFilters() {
  const before = query();
  $("more-filters").replaceChildren(...view.collection.filters.map(({ name, label, options }) => {
    const select = made("select", { name: `by.${name}` }, option("", words.browse_all), ...options.map(toOption));
    const chosen = before.get(`by.${name}`);
    if (options.some(({ value }) => value === chosen)) select.value = chosen;
    return made("label", {}, made("span", { textContent: label }), select);
  }));
}

const option = (value, label) => made("option", { value, textContent: label });
const toOption = ({ value, label }) => option(value, label);

const iso = (day) => `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, "0")}-${String(day.getDate()).padStart(2, "0")}`;

/** The first and the last day of a period, by its name; nothing where the days are chosen. */
function daysOf(period) {
  const now = new Date();
  const [year, month] = [now.getFullYear(), now.getMonth()];
  const days = {
    month: [new Date(year, month, 1), new Date(year, month + 1, 0)],
    last_month: [new Date(year, month - 1, 1), new Date(year, month, 0)],
    year: [new Date(year, 0, 1), new Date(year, 11, 31)],
    last_year: [new Date(year - 1, 0, 1), new Date(year - 1, 11, 31)],
  }[period];
  return days?.map(iso);
}

function query() {
  const fields = new FormData(filters);
  const wanted = new URLSearchParams();
  for (const [name, value] of fields) {
    if (value && !["period", "since", "until"].includes(name)) wanted.set(name, value);
  }
  const [since, until] = daysOf(fields.get("period"))
    ?? (fields.get("period") === "own" ? [fields.get("since"), fields.get("until")] : []);
  if (since) wanted.set("since", since);
  if (until) wanted.set("until", until);
  return wanted;
}

const deletedOnes = () => filters.elements.deleted.checked;

/** Looks for something else. */
async function look() {
  tellDone("");
  view.open = null;
  view.chosen.clear();
  await readRows(PAGE);
}

/** As many rows of the same as are shown. */
function refresh() {
  const shown = view.rows.filter(({ gone }) => !gone).length;
  return readRows(Math.min(LARGEST_PAGE, Math.max(PAGE, shown)));
}

async function readRows(limit) {
  $("own-days").hidden = filters.elements.period.value !== "own";
  const wanted = query();
  const scope = view.collection.scope && `by.${view.collection.scope.name}`;
  const none = `${words.browse_none} ${view.collection.elsewhere}`.trim();
  const nothing = wanted.size ? words.browse_not_found : none;
  const narrowed = wanted.size > Number(wanted.has(scope));
  const named = new URLSearchParams([...wanted, ["language", language]]);
  for (const form of ["xlsx", "csv"]) $(`browse-${form}`).href = `${path(`/rows.${form}`)}?${named}`;
  wanted.set("limit", limit);
  const page = await pageOf(wanted);
  if (!page) return;
  const { rows } = page;
  const at = view.rows.findIndex(({ id }) => id === view.open);
  if (at >= 0) {
    const open = rows.find(({ id }) => id === view.open);
    if (open) renewEditor(view.rows[at], open);
    // What is typed into a row that was changed or deleted elsewhere stays until it is closed.
    else if (view.rows[at].own) rows.splice(at, 0, { ...view.rows[at], gone: true });
  }
  Object.assign(view, { rows, after: page.after });
  const hidden = [...wanted.keys()].filter((name) => name === "deleted" || (name.startsWith("by.") && name !== scope)).length;
  $("filter-count").textContent = hidden ? ` (${hidden})` : "";
  $("browse-clear").hidden = !narrowed;
  $("browse-none").textContent = nothing;
  $("browse-totals").textContent = [page.count, ...page.totals].join(" · ");
  $("browse-notes").replaceChildren(...page.notes.map((note) => made("span", { textContent: note })));
  draw();
}

async function showMore() {
  const wanted = query();
  wanted.set("limit", PAGE);
  wanted.set("after", view.after);
  const first = view.rows.length;
  const page = await pageOf(wanted);
  if (!page) return;
  view.rows.push(...page.rows);
  view.after = page.after;
  draw();
  list.children[first]?.querySelector(".row").focus();
}

/** What is asked for later counts: an answer that comes behind it is dropped. */
async function pageOf(wanted) {
  view.looking?.abort();
  const looking = new AbortController();
  view.looking = looking;
  try {
    const page = await insist(() => asked("GET", `${path("/rows")}?${wanted}`, { signal: looking.signal }));
    return looking.signal.aborted ? null : page;
  } catch (failure) {
    if (!looking.signal.aborted) tell(failure);
    return null;
  }
}

// The rows

function draw() {
  const place = placeOfFocus();
  list.classList.toggle("shared", view.rows.some(({ by }) => by));
  const ids = new Set(view.rows.map((row) => row.id));
  for (const id of view.chosen) if (!ids.has(id)) view.chosen.delete(id);
  if (!ids.has(view.open)) view.open = null;
  const open = view.open && rowOf(view.open); // stays where it is: somebody types in it
  for (const item of [...list.children]) if (item !== open) item.remove();
  let behind = !open;
  for (const row of view.rows) {
    const item = drawRow(row);
    if (row.id === view.open) {
      const own = open || item;
      if (open) for (const part of [".box", ".row"]) open.querySelector(part).replaceWith(item.querySelector(part));
      else list.append(item);
      if (!own.querySelector(".editor")) own.append(makeEditor(row));
      behind = true;
    } else if (behind) list.append(item);
    else open.before(item);
  }
  $("browse-none").hidden = view.rows.length > 0;
  $("browse-more").hidden = !view.after;
  drawChosen();
  if (place) list.querySelector(place)?.focus();
}

/** Where the keyboard is, to find it there when the rows are drawn anew; none in an open editor, which stays. */
function placeOfFocus() {
  const item = document.activeElement.closest?.("#rows > li");
  if (!item || document.activeElement.closest(".editor")) return null;
  const part = document.activeElement.matches(".row") ? ".row" : "input";
  return `li[data-id="${CSS.escape(item.dataset.id)}"] ${part}`;
}

function drawRow(row) {
  const box = row.own ? made("input", {
    type: "checkbox",
    checked: view.chosen.has(row.id),
    ariaLabel: fill(words.browse_choose, { what: `${row.what}, ${row.amount}` }),
    onchange: () => choose(row.id, box.checked),
  }) : "";
  const what = made("span", { className: "what", textContent: row.what });
  if (row.note) what.append(made("span", { className: "note", textContent: ` · ${row.note}` }));
  const when = made("span", { className: "when", textContent: row.when });
  if (row.file) when.append(" ", made("span", { role: "img", ariaLabel: words.browse_picture, textContent: "📎" }));
  const button = made("button", {
    type: "button",
    className: "row",
    ariaExpanded: String(row.id === view.open),
    onclick: () => toggle(row),
  }, what, made("span", { className: "amount", textContent: row.amount }), when,
  made("span", { className: "group", textContent: row.group }));
  if (row.by) button.append(made("span", { className: "by", textContent: row.by }));
  const item = made("li", {}, made(row.own ? "label" : "span", { className: "box" }, box), button);
  item.dataset.id = row.id;
  return item;
}

function toggle(row) {
  view.open = view.open === row.id ? null : row.id;
  view.rows = view.rows.filter(({ id, gone }) => !gone || id === view.open);
  tellDone(""); // it would stand in front of what is edited
  list.querySelector(".editor")?.remove();
  draw();
  if (view.open) rowOf(row.id).querySelector(".editor").scrollIntoView({ block: "nearest" });
}

const rowOf = (id) => list.querySelector(`li[data-id="${CSS.escape(id)}"]`);

list.onkeydown = (event) => {
  if (event.key === "Escape" && view.open) {
    event.stopPropagation();
    const row = view.rows.find(({ id }) => id === view.open);
    toggle(row);
    (rowOf(row.id)?.querySelector(".row") ?? $("browse-title")).focus();
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || event.target.closest(".editor")) return;
  const items = [...list.children];
  const next = items[items.indexOf(event.target.closest("li")) + step];
  if (!next) return;
  event.preventDefault();
  const box = event.target.matches("input") && next.querySelector("input");
  (box || next.querySelector(".row")).focus();
};

$("browse").onkeydown = (event) => {
  const { key, target } = event;
  if (key === "Escape" && !(target === $("search") && target.value)) closeList();
  const undo = $("browse-undo").querySelector("button");
  const pressed = key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
  if (!pressed || !undo || target.matches("input:not([type=checkbox]), select")) return;
  event.preventDefault(); // the browser would take back what was typed last, in the search
  undo.click();
};

// One row, in place

function makeEditor(row) {
  const form = made("form", { className: "editor" });
  const deleted = deletedOnes();
  const told = view.collection.fields.filter(({ name }) => row.own || row.values[name]);
  const fields = told.map((field) => made("label", {},
    made("span", { textContent: field.label }), makeInput(field, row.values[field.name] ?? "", deleted || !row.own)));
  const deeds = deleted
    ? [makeButton({ label: words.browse_restore }, () => change("restore", [row.id]))]
    : [made("button", { textContent: words.browse_save }),
      made("button", { type: "button", className: "danger", textContent: words.browse_delete, onclick: () => change("delete", [row.id]) })];
  const cancel = made("button", { type: "button", className: "quiet", textContent: words.close, onclick: () => toggle(row) });
  const theirs = made("p", { className: "theirs", textContent: fill(words.browse_theirs, { what: row.by }) });
  form.append(made("div", { className: "values" }, made("div", { className: "fields" }, ...fields),
    ...(row.own ? [] : [theirs]),
    made("div", { className: "deeds" }, ...(row.own ? deeds : []), cancel)), ...makePicture(row));
  form.onsubmit = (event) => {
    event.preventDefault();
    const changed = {};
    const { values } = view.rows.find(({ id }) => id === row.id);
    for (const { name, kind, optional } of view.collection.fields) {
      const typed = valueOf(form, name);
      const value = kind === "amount" ? toPlain(typed) : typed;
      if (value !== (values[name] ?? "") && (value || optional)) changed[name] = value;
    }
    if (Object.keys(changed).length) change("edit", [row.id], changed);
    else toggle(row);
  };
  return form;
}

/** Fields that nobody typed into get the values that the row has now. */
function renewEditor(before, now) {
  for (const { name, kind } of view.collection.fields) {
    const input = list.querySelector(`.editor [name="${CSS.escape(name)}"]`);
    if (!input) continue; // of another's row, without a value when it was opened
    const [old, value] = [before, now].map(({ values }) => (kind === "amount" ? toTyped(values[name] ?? "") : values[name] ?? ""));
    if (input.value === old && old !== value) input.value = value;
  }
}

const point = new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === "decimal").value;
const toTyped = (amount) => amount.replace(".", point);

/** A number as it is typed in any language, with a point: "1.234,50" and "1,234.50" are 1234.50. */
function toPlain(typed) {
  const [, last] = /([.,])\d{1,2}$/.exec(typed) ?? [];
  const digits = last ? typed.split(last === "," ? "." : ",").join("") : typed.replace(/[.,](?=\d{3}\b)/g, "");
  return digits.replace(",", ".").replace(/\s/g, "");
}

// By the selector: `elements.item` is no field but a method.
const valueOf = (form, name) => form.querySelector(`[name="${CSS.escape(name)}"]`).value.trim();

let lists = 0; // of suggestions, each with an id of its own

function makeInput({ name, kind, options, optional }, value, disabled = false) {
  if (kind === "choice") {
    const known = options.some((each) => each.value === value) || !value;
    const select = made("select", { name, disabled }, ...options.map(toOption), ...(known ? [] : [option(value, value)]));
    select.value = value;
    return select;
  }
  const input = made("input", {
    name,
    disabled,
    required: Boolean(value) && !optional,
    type: kind === "day" ? "date" : "text",
    inputMode: kind === "amount" ? "decimal" : "",
    autocomplete: "off",
    value: kind === "amount" ? toTyped(value) : value,
  });
  if (kind === "amount") input.pattern = "\\s*\\d[\\d.,\\s]*"; // else the browser marks it, and nothing is sent
  if (!options.length) return input;
  lists += 1;
  input.setAttribute("list", `suggestions-${lists}`);
  return made("span", { className: "typed" }, input,
    made("datalist", { id: `suggestions-${lists}` }, ...options.map(toOption)));
}

function makePicture({ file }) {
  if (!file) return [];
  const href = path(`/files/${file.sha256}`);
  const seen = /^image\/(png|jpeg|webp)$/.test(file.mime_type);
  const link = made("a", { href, download: "" }, seen ? words.browse_picture : words.document, " ", makeIcon("i-down"));
  const picture = made("div", { className: "picture" }, link);
  if (seen) {
    const button = made("button", {
      type: "button",
      className: "quiet",
      ariaExpanded: "false",
      onclick: () => { button.ariaExpanded = String(picture.classList.toggle("large")); },
    }, made("img", { src: href, alt: words.browse_picture, loading: "lazy" }));
    picture.prepend(button);
  }
  return [picture];
}

// Many rows

const ownRows = () => view.rows.filter(({ own }) => own);

function choose(id, chosen) {
  if (chosen) view.chosen.add(id);
  else view.chosen.delete(id);
  drawChosen();
}

function drawChosen() {
  const count = view.chosen.size;
  const most = view.collection.tools.most_rows;
  const all = $("choose-all");
  const own = ownRows().length;
  all.checked = count > 0 && count === Math.min(most, own);
  all.indeterminate = count > 0 && !all.checked;
  all.disabled = !own;
  $("choosing").hidden = view.rows.length > 0 && !own;
  $("chosen").hidden = !count;
  $("choose-hint").hidden = count > 0;
  $("chosen-count").textContent = fill(words.browse_chosen, { n: count });
  if (!count) return;
  const deleted = deletedOnes();
  if ($("chosen-deeds").dataset.deleted === String(deleted) && $("chosen-deeds").children.length) return;
  $("chosen-deeds").dataset.deleted = deleted;
  const together = deleted ? [] : view.collection.fields.filter((field) => field.together);
  $("chosen-deeds").replaceChildren(...together.map(makeSetter), deleted
    ? makeButton({ label: words.browse_restore }, () => change("restore", [...view.chosen]))
    : made("button", { type: "button", className: "danger", textContent: words.browse_delete, onclick: () => change("delete", [...view.chosen]) }));
}

/** A field to give all chosen rows the same value. */
function makeSetter(field) {
  const input = makeInput(field, "");
  const named = fill(words.browse_set, { field: field.label });
  const label = named[0].toLocaleUpperCase(language) + named.slice(1);
  input.ariaLabel = label;
  const form = made("form", { className: "setter" }, input);
  if (field.kind === "choice") {
    input.prepend(option("", label));
    input.value = "";
  } else {
    input.placeholder = label;
  }
  form.append(made("button", { className: "quiet", textContent: words.browse_apply }));
  form.onsubmit = (event) => {
    event.preventDefault();
    const value = valueOf(form, field.name);
    if (value) change("edit", [...view.chosen], { [field.name]: value });
  };
  return form;
}

$("choose-all").onchange = ({ target }) => {
  view.chosen = new Set(target.checked
    ? ownRows().slice(0, view.collection.tools.most_rows).map(({ id }) => id) : []);
  draw();
};

// Changing

/** Calls a tool for these rows through the conversation, once. What it says stands in the chat and
 * above the list, with the button that takes it back. */
async function change(deed, ids, fields = {}) {
  const { tools } = view.collection;
  const body = { arguments: { [tools.rows]: ids, ...fields } };
  const key = newId();
  $("browse").setAttribute("aria-busy", "true");
  tellDone(words.working);
  try {
    await inSession();
    body.session_id = state.session;
    let answer;
    do {
      if (answer) await pause(RESULT_PAUSE);
      answer = await insist(() => asked("POST", `${API}/tools/${tools[deed]}`, { body, headers: { "Idempotency-Key": key } }));
    } while (!answer.result);
    const [reply] = answer.replies.slice(-1);
    tellDone(reply?.text.split("\n")[0] ?? answer.result.error?.message ?? "", reply?.choices);
    if (answer.result.error) {
      showRefused(Object.keys(fields));
      return;
    }
    view.open = null;
    view.chosen.clear();
    await refresh();
    (rowOf(ids[0])?.querySelector(".row") ?? $("browse-undo").querySelector("button"))?.focus();
  } catch (failure) {
    if (failure instanceof Failure && failure.status === 404) tellGone();
    tell(failure);
  } finally {
    $("browse").removeAttribute("aria-busy");
  }
}

/** What was not taken stands ready to be typed anew, with the buttons above what is told. */
function showRefused([name]) {
  const editor = list.querySelector(".editor");
  if (!editor || !name) return;
  editor.querySelector(`[name="${CSS.escape(name)}"]`)?.focus({ preventScroll: true });
  editor.querySelector(".deeds").scrollIntoView({ block: "nearest" });
}

function tellDone(text, choices = []) {
  $("browse-said").textContent = text;
  const buttons = choices.map((choice) => makeButton(choice, () => {
    if (document.activeElement.closest("#browse-undo")) $("browse-title").focus({ preventScroll: true }); // it goes
    tellDone(words.working);
    sendPress(choice);
  }));
  for (const button of buttons) button.ariaKeyShortcuts = "Control+Z";
  $("browse-undo").replaceChildren(...buttons);
  $("browse-done").hidden = !text;
}

function tell(failure) {
  if (!(failure instanceof Failure)) throw failure;
  tellDone(failure.message);
}

// What is changed in this chat, in another one or on another device is seen here, too

/** Asks for no more than whether rows were changed, and reads them only then. */
async function catchUp() {
  if ($("browse").hidden || document.hidden || $("browse").hasAttribute("aria-busy")) return;
  try {
    const { version } = await asked("GET", path("/version"));
    if (version === view.version || $("browse").hidden) return;
    await renewView();
    view.version = version;
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    return; // the next look asks again
  }
  await refresh();
}

addEventListener("focus", catchUp);
document.addEventListener("visibilitychange", catchUp);

document.addEventListener("steward-settled", async () => {
  if ($("browse").hidden) return;
  if ($("browse-said").textContent === words.working && !$("browse").hasAttribute("aria-busy")) tellDone("");
  await catchUp();
});

let typed = null;
$("search").oninput = () => {
  clearTimeout(typed);
  typed = setTimeout(look, TYPING);
};
filters.onchange = ({ target }) => { if (target !== $("search")) look(); };
filters.querySelector("details").ontoggle = async ({ target }) => {
  if (!target.open) return;
  try {
    await renewView();
  } catch (failure) {
    tell(failure);
    return;
  }
  drawFilters(); // with the shops and the like that were saved since
};
$("browse-clear").onclick = () => {
  const whose = $("scope").querySelector(":checked");
  filters.reset();
  if (whose) whose.checked = true;
  look();
  $("search").focus();
};
filters.onsubmit = (event) => {
  event.preventDefault();
  clearTimeout(typed);
  look();
};
$("browse-more").onclick = showMore;
$("browse-close").onclick = closeList;
$("browse-open").onclick = () => ($("browse").hidden ? openList() : closeList());
$("browse-open").hidden = root.dataset.browsing !== "true";
addEventListener("popstate", () => {
  if (history.state?.list) openList();
  else if (!$("browse").hidden) hideList();
});
if (history.state?.list) openList();
