// The extensions of zot in the session: how each of them is and why, what it offers and wants, its log; a person starts and stops them.

import { get, of, post, remove } from "../api.js";
import { h, keyed, put, say } from "../dom.js";
import { attempt, duration, empty, many } from "../parts.js";
import { typed } from "../program-name.js";
import { on, state } from "../store.js";

export const id = "extensions";
export const title = "Extensions";
export const about = "Programs written for zot that take part in this session: how they are, what they are asked about, and what went wrong.";
export const countKeys = ["extensions"];
export const count = () => state.extensions.filter((one) => FAILED.includes(one.state)).length;

const FAILED = ["failed", "given-up", "refused"];
/** What a person may start, or start again, once they have looked at it. */
const STARTABLE = ["unapproved", "ended", "failed", "given-up"];
const RUNS = ["starting", "ready", "waiting"];
const LINES = 200;

export function mount(body) {
  const complaint = h("p.complaint", { role: "alert" });
  const right = h("p.note", { hidden: true }, "Extensions are started and stopped by a person: let this browser say yes first, under Approvals.");
  const reload = h("button", { type: "button", onclick: () => attempt(reload, complaint, again) }, "Start all again");
  const look = h("button", { type: "button", onclick: () => attempt(look, complaint, () => review({})) }, "Look at those of the project");
  const reviewed = h("ul.cards", { "aria-label": "To be approved" });
  const list = h("ul.cards", { "aria-label": "Extensions" });
  const none = empty("This session has no extensions.", h("p", null, h("code", null, typed("run --ext DIR")), " starts one, ", h("code", null, "--zot"), " all that are installed."));
  put(body, h("div.actions", null, reload, look), complaint, right, reviewed, list, none);

  async function again() {
    const done = await post(of(state.session, "extensions", "reload"));
    say(`${many(done.stopped, "extension")} stopped, ${done.ready} of ${done.started} ready, ${done.failed} failed`);
  }

  /** Nothing is started before somebody has seen what that would be. */
  async function review(what) {
    const { extensions } = await post(of(state.session, "extensions", "review"), what);
    put(reviewed, extensions.map((one) => reviewCard(one, complaint, () => put(reviewed))));
    if (extensions.length === 0) {
      complaint.textContent = "The directory of this session brings no extensions.";
    }
  }

  const offs = [
    on(["extensions", "person"], () => {
      none.hidden = state.extensions.length > 0;
      keyed(list, state.extensions, (one) => JSON.stringify([one, state.person.confirmed]), (one) => card(one, complaint, review));
    }),
    on(["person"], () => {
      [reload, look].forEach((one) => (one.disabled = !state.person.confirmed));
      right.hidden = state.person.confirmed;
    }),
  ];
  return () => offs.forEach((off) => off());
}

function card(one, complaint, review) {
  const { confirmed } = state.person;
  const stop = h("button", { type: "button", disabled: !confirmed, onclick: () => attempt(stop, complaint, () => remove(of(state.session, "extensions", one.name))) }, "Stop");
  const look = h("button", { type: "button", disabled: !confirmed, onclick: () => attempt(look, complaint, () => review({ path: one.dir })) }, "Look at it");
  return h(
    "li.card.stack",
    { "aria-label": one.name, dataset: { state: one.state } },
    h("div.card-head", null, h("h2", null, one.name), h("span.status", null, one.state)),
    h("p.muted", null, [one.version, one.scope, one.dir].filter(Boolean).join(" · ")),
    one.problem && h("p.error", null, one.problem),
    one.provider && h("p", null, [one.pid && `process ${one.pid}`, one.readyMs !== undefined && `ready after ${duration(one.readyMs)}`, one.exitCode !== undefined && `exit code ${one.exitCode}`, one.failures > 0 && `failures in a row: ${one.failures}`].filter(Boolean).join(", ")),
    one.provider &&
      h(
        "dl",
        null,
        row("Tools", one.tools),
        row("Commands", one.commands.map((command) => `/${command.name}`)),
        row("Is told of", one.events),
        row("Is asked about", one.intercepts),
      ),
    one.problems?.length > 0 && h("ul", { "aria-label": "Problems" }, one.problems.map((problem) => h("li.error", null, problem))),
    h("div.actions", null, RUNS.includes(one.state) && stop, STARTABLE.includes(one.state) && look),
    one.provider && log(one),
  );
}

function row(name, values) {
  return values.length > 0 && [h("dt", null, name), h("dd", null, values.join(", "))];
}

function log(one) {
  const lines = h("pre.mono", { tabindex: "0" });
  const load = () => get(`${of(state.session, "extensions", one.name, "log")}?last=${LINES}`).then((found) => put(lines, found.lines.join("\n") || "Nothing."), (failure) => put(lines, failure.message));
  return h("details", { ontoggle: (event) => event.target.open && load() }, h("summary", null, "Log"), lines);
}

function reviewCard(one, complaint, done) {
  const start = h("button.primary", { type: "button", onclick: () => attempt(start, complaint, () => post(of(state.session, "extensions"), { path: one.dir, sha256: one.sha256 }).then(done)) }, "Start it whenever this is the same");
  return h(
    "li.card.stack",
    { "aria-label": `${one.name}, to be approved` },
    h("p", null, h("strong", null, one.name), " is started with your rights:"),
    h("pre.mono", { tabindex: "0" }, JSON.stringify(one.command)),
    h("p.muted", null, `in ${one.dir} · ${one.sha256}`),
    one.replaces && h("p", null, `It takes the place of the one in ${one.replaces}.`),
    one.files.length > 0 && [h("p", null, "Your answer covers these files as they are now:"), h("ul.files", { "aria-label": "Files that are covered" }, one.files.map((file) => h("li.mono", null, file)))],
    h("p.note", null, one.files.length > 0 ? "What else it starts or reads is not covered." : "What it starts or reads itself is not covered by your answer."),
    h("div.actions", null, start, h("button.quiet", { type: "button", onclick: done }, "Not now")),
  );
}
