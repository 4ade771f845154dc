// The frame around the views: navigation, which session is shown, and how the line to the gateway is.

import { param, setParam, viewId } from "./address.js";
import { h, icon, put, say } from "./dom.js";
import { inbox } from "./inbox.js";
import { keyboard } from "./keys.js";
import { showSession } from "./live.js";
import { time } from "./parts.js";
import { leave } from "./sign-in.js";
import { on, state } from "./store.js";
import { themeButton } from "./theme.js";
import * as calls from "./views/calls.js";
import * as chat from "./views/chat.js";
import * as commands from "./views/commands.js";
import * as connect from "./views/connect.js";
import * as extensions from "./views/extensions.js";
import * as gates from "./views/gates.js";
import * as limits from "./views/limits.js";
import * as numbers from "./views/numbers.js";
import * as overview from "./views/overview.js";
import * as pairing from "./views/pairing.js";
import * as prompt from "./views/prompt.js";
import * as providers from "./views/providers.js";
import * as servers from "./views/servers.js";
import * as sessions from "./views/sessions.js";
import * as streams from "./views/streams.js";
import * as timeline from "./views/timeline.js";
import * as tools from "./views/tools.js";

const GROUPS = [
  ["Watch", [overview, timeline, streams, calls, numbers]],
  ["Try", [tools, chat, commands, gates, prompt]],
  ["Govern", [providers, connect, servers, extensions, sessions, pairing, limits]],
];
const VIEWS = GROUPS.flatMap(([, views]) => views);

/** What finds its way into the address, and back from there, in whatever view it stands. */
const KEPT = "input[type=search], select[data-param]";

const LINK = {
  connecting: "Connecting …",
  live: "Live",
  lost: "Connection lost – trying again",
  out: "Signed out",
};

export function mountShell(app) {
  const main = h("main", { id: "main", tabindex: "0" });
  const links = new Map(VIEWS.map((view) => [view, navigationLink(view)]));
  const picker = h("select", { id: "session", "aria-label": "Session", onchange: () => showSession(picker.value) });
  const line = h("p.line", { id: "line" }, h("span.dot"), h("span.line-text"));
  const version = h("span.version");
  const asked = inbox();
  const gone = h("p.gone", { role: "alert", hidden: true });
  put(
    app,
    h("a.skip", { href: "#main", onclick: (event) => skipTo(event, main) }, "Skip to the content"),
    h(
      "aside.side",
      null,
      h("div.brand", null, h("img", { src: "/mark.svg", alt: "", width: 28, height: 28 }), h("strong", null, "Tap Gateway"), version),
      h("div.picker", null, h("label", { for: "session" }, "Session"), picker),
      h("nav", { "aria-label": "Views" }, GROUPS.map(([name, views]) => group(name, views, links))),
      h("div.foot", null, asked.toggle, line, themeButton(), h("button.quiet", { onclick: signOut, title: "Sign out" }, icon("out"), "Sign out")),
    ),
    gone,
    main,
    asked.panel,
  );
  const keep = (event) => event.target.matches(KEPT) && keepInAddress(event.target);
  main.addEventListener("input", keep);
  main.addEventListener("change", keep);
  const offs = [
    asked.close,
    keyboard(VIEWS, showSession),
    on(["link"], () => showLine(line)),
    on(["link"], () => showGone(gone)),
    on(["session"], () => state.session && setParam("session", state.session)),
    on(["health"], () => put(version, state.health?.version ?? "")),
    on(["sessions", "session"], () => fillPicker(picker)),
    on(["questions"], showTitle),
    ...VIEWS.filter((view) => view.count).map((view) =>
      on(view.countKeys, () => put(links.get(view).querySelector(".count"), view.count() || "")),
    ),
  ];
  const router = route(main, links);
  return () => {
    offs.forEach((off) => off());
    router();
  };
}

/** The address of a link has no session; that of a bookmark may have another one. */
function followSession() {
  const wanted = param("session");
  if (state.sessions.some((session) => session.id === wanted)) {
    showSession(wanted);
  } else if (state.session) {
    setParam("session", state.session);
  }
}

function keepInAddress(field) {
  setParam(field.dataset.param ?? "q", field.value);
}

/** A choice that is not there any more is none. */
function restoreFields(main) {
  for (const field of main.querySelectorAll(KEPT)) {
    const value = param(field.dataset.param ?? "q");
    if (value && (!field.options || [...field.options].some((option) => option.value === value))) {
      field.value = value;
      field.dispatchEvent(new Event(field.options ? "change" : "input", { bubbles: true }));
    }
  }
}

let titleOfView = "";

/** Who has the page behind others sees by its tab that something is asked. */
function showTitle() {
  const asked = state.questions.length;
  document.title = `${asked > 0 ? `(${asked}) ` : ""}${titleOfView} · Tap Gateway`;
}

function group(name, views, links) {
  return h("section", { "aria-label": name }, h("h2", null, name), h("ul", null, views.map((view) => h("li", null, links.get(view)))));
}

function navigationLink(view) {
  return h("a", { href: `#/${view.id}` }, icon(view.id), h("span", null, view.title), h("span.count"));
}

/** Shows the view that the address names. */
function route(main, links) {
  let unmount = () => {};
  let shown = null;
  const show = () => {
    const wanted = viewId();
    followSession();
    const view = VIEWS.find((one) => one.id === wanted) ?? VIEWS[0];
    if (view === shown) {
      // What stands behind its name is the view's own affair; what was typed there stays.
      main.querySelectorAll(KEPT).forEach(keepInAddress);
      return;
    }
    shown = view;
    unmount();
    links.forEach((link, one) => (one === view ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current")));
    // On a phone the links scroll; the page itself does not.
    links.get(view).scrollIntoView({ block: "nearest", inline: "center" });
    titleOfView = view.title;
    showTitle();
    main.className = `view-${view.id}`;
    const body = h("div.body");
    const cameFromHere = main.contains(document.activeElement);
    put(main, h("header.head", null, h("h1", null, view.title), h("p.muted", null, view.about)), body);
    unmount = view.mount(body) ?? (() => {});
    restoreFields(main);
    if (cameFromHere) {
      // The link that was followed is gone; the next tab key shall not begin at the top of the page.
      main.focus();
    }
  };
  addEventListener("hashchange", show);
  show();
  return () => {
    removeEventListener("hashchange", show);
    unmount();
  };
}

function showLine(line) {
  line.dataset.state = state.link;
  const text = LINK[state.link];
  line.querySelector(".line-text").textContent = text;
  say(text);
}

/** Once, with the time when it was lost: each try that fails says that it is. */
function showGone(gone) {
  const lost = state.link === "lost";
  if (lost && gone.hidden) {
    put(gone, `The gateway does not answer. What you see is as of ${time(Date.now())}; nothing can be called or approved.`);
  }
  gone.hidden = !lost;
}

function fillPicker(picker) {
  const options = state.sessions.map((session) =>
    h("option", { value: session.id, selected: session.id === state.session }, caption(session)),
  );
  put(picker, options.length > 0 ? options : h("option", { value: "" }, "no session"));
  picker.disabled = options.length === 0;
}

function caption(session) {
  return session.label === session.id ? session.id : `${session.id} – ${session.label}`;
}

function skipTo(event, main) {
  event.preventDefault();
  main.focus();
}

async function signOut() {
  await leave();
  location.reload();
}
