// What the session says to its person, the commands that a person runs, and the panel that somebody draws and the person answers with keys.

import { of, post, remove } from "../api.js";
import { h, keyed, put, say } from "../dom.js";
import { attempt, empty } from "../parts.js";
import { on, state } from "../store.js";

export const id = "commands";
export const title = "Commands";
export const about = "Run the commands of this session, read its notes, and work in the panel that one of them opens.";

/** What a panel calls the keys that browsers call otherwise. Escape and Ctrl C close it. */
const KEYS = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
  Enter: "enter",
  Tab: "tab",
  PageUp: "pageup",
  PageDown: "pagedown",
  Home: "home",
  End: "end",
  Backspace: "backspace",
  Delete: "delete",
};

/** Commands of the prompt that the console has the inbox for. */
const ANSWERS = ["approve", "deny", "answer"];

/** The keys of what is pasted, if they have a name. */
const PASTED = { "\n": "enter", "\t": "tab" };

/** Of a longer paste nothing is sent. */
const MOST_PASTED = 1000;

export function mount(body) {
  const complaint = h("p.complaint", { role: "alert" });
  const words = h("input", { "aria-label": "Command", placeholder: "/help", autocomplete: "off", spellcheck: "false", list: "commands-known" });
  const known = h("datalist", { id: "commands-known" });
  const run = h("button.primary", { type: "submit" }, "Run");
  const right = h("p.note", { hidden: true }, "Commands are run by a person: let this browser say yes first, under Approvals.");
  const panel = panelArea();
  const notes = h("ol.notes", { "aria-label": "Notes", "aria-live": "polite" });
  const none = empty("Nothing to read.");
  const clear = h("button.quiet", { type: "button", onclick: () => attempt(clear, complaint, () => remove(of(state.session, "notes"))) }, "Clear");
  const list = h("dl.commands", { "aria-label": "Commands of this session" });
  put(
    body,
    h("form.command-form", { onsubmit: submit, onkeydown: (event) => event.key === "Escape" && !clear.hidden && clear.click() }, words, known, run),
    complaint,
    right,
    panel.element,
    h("div.card", null, h("div.card-head", null, h("h2", null, "Notes"), clear), notes, none),
    h("div.card", null, h("div.card-head", null, h("h2", null, "Commands")), list),
  );

  function submit(event) {
    event.preventDefault();
    const [, name, args] = words.value.trim().match(/^\/?(\S*)\s*([\s\S]*)$/);
    if (ANSWERS.includes(name.toLowerCase())) {
      put(complaint, "What the session asks is answered in the inbox over every view.");
    } else if (name) {
      attempt(run, complaint, async () => follow(await post(of(state.session, "commands", name), { args })));
    }
  }

  /** What is displayed, and what has failed, is a note. */
  function follow(outcome) {
    words.value = outcome.action === "insert" ? outcome.text : "";
    if (outcome.action === "prompt") {
      say(`The agent is told: ${outcome.text}`);
    } else if (outcome.action === "panel") {
      panel.wanted();
    } else {
      words.focus();
    }
  }

  const offs = [
    on(["commands"], () => {
      put(known, state.commands.map((one) => h("option", { value: `/${one.name}` }, one.description)));
      put(list, state.commands.map((one) => [h("dt", null, h("code", null, `/${one.name}`)), h("dd", null, one.description, " ", h("span.muted", null, one.source))]));
    }),
    on(["notes"], () => {
      none.hidden = state.notes.length > 0;
      clear.hidden = state.notes.length === 0;
      keyed(notes, state.notes, (note) => note.seq, noteRow);
    }),
    on(["person"], () => {
      const { confirmed } = state.person;
      [run, clear, words].forEach((one) => (one.disabled = !confirmed));
      right.hidden = confirmed;
    }),
    panel.close,
  ];
  return () => offs.forEach((off) => off());
}

function noteRow(note) {
  const left = note.leftOut ? ` (${note.leftOut} before it were too many to be kept)` : "";
  return h("li.note-row", { dataset: { level: note.level } }, h("p.muted", null, h("strong", null, note.source), ` ${note.level}${left}`), h("p.prose", null, note.text));
}

/** The panel, to which all keys go while it has the focus. */
function panelArea() {
  const head = h("p.panel-title");
  const lines = h("pre.panel-lines");
  const footer = h("p.panel-footer.muted");
  const complaint = h("p.complaint", { role: "alert" });
  const shut = h("button.quiet", { type: "button", "aria-label": "Close the panel", onclick: () => dismiss() }, "×");
  const keys = h("div.panel-keys", { tabindex: "0", role: "application", "aria-label": "Panel; Escape closes it", onkeydown: onKey, onpaste: onPaste }, lines, footer);
  const element = h("section.panel", { "aria-label": "Panel", hidden: true }, h("div.card-head", null, head, shut), keys, complaint);
  let focus = false;
  let sent = Promise.resolve();

  function onKey(event) {
    const closes = event.key === "Escape" || (event.ctrlKey && event.key === "c");
    const name = KEYS[event.key] ?? ([...event.key].length === 1 ? "rune" : null);
    if (event.isComposing || event.metaKey || event.altKey || (event.ctrlKey && !closes) || (!closes && !name)) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (closes) {
      dismiss();
    } else {
      send({ key: name, ...(name === "rune" ? { text: event.key } : {}) });
    }
  }

  function onPaste(event) {
    event.preventDefault();
    const text = [...event.clipboardData.getData("text/plain").replaceAll(/\r\n?/g, "\n")];
    if (text.length > MOST_PASTED) {
      put(complaint, `At most ${MOST_PASTED} characters can be pasted into a panel.`);
      return;
    }
    text.filter((one) => PASTED[one] || !/\p{Cc}/u.test(one)).forEach((one) => send(PASTED[one] ? { key: PASTED[one] } : { key: "rune", text: one }));
  }

  /** One after the other, to the panel that was seen when the key was pressed. */
  function send(key) {
    const { session } = state;
    const panelId = state.panel.id;
    sent = sent.then(() => post(of(session, "panel", "keys"), { panelId, ...key })).then(() => put(complaint)).catch((failure) => put(complaint, failure.message));
  }

  function dismiss() {
    remove(of(state.session, "panel")).catch((failure) => put(complaint, failure.message));
  }

  const close = on(["panel"], () => {
    const { panel } = state;
    const hadFocus = element.contains(document.activeElement);
    element.hidden = panel === null;
    if (panel === null) {
      if (hadFocus) {
        document.getElementById("main").focus();
      }
      return;
    }
    put(head, h("strong", null, panel.source), panel.title ? `: ${panel.title}` : "");
    put(lines, panel.lines.join("\n"));
    put(footer, panel.footer);
    if (focus) {
      focus = false;
      keys.focus();
    }
  });
  return {
    element,
    close,
    wanted() {
      focus = true;
      if (state.panel) {
        focus = false;
        keys.focus();
      }
    },
  };
}
