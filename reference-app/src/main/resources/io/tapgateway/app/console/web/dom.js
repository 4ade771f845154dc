// Builds elements. Text is only ever inserted as text: nothing in the console turns a string into markup.

const SVG = "http://www.w3.org/2000/svg";

/** An element: `h("button.primary", { onclick }, "Call")`. Children that are null, undefined or false are left out. */
export function h(tag, attributes, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  element.classList.add(...classes);
  return fill(element, attributes, children);
}

/** An element of a drawing. */
export function svg(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) {
      continue;
    }
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), value);
    } else if (name === "dataset") {
      Object.assign(element.dataset, value);
    } else if (name in PROPERTIES) {
      element[name] = value;
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...present(children));
  return element;
}

/** What must be set on the object, because the attribute means only the beginning. */
const PROPERTIES = { value: 1, checked: 1, selected: 1, disabled: 1, open: 1 };

/** Puts these children in the place of all others. */
export function put(element, ...children) {
  element.replaceChildren(...present(children));
  return element;
}

function present(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}

/**
 * Brings the children of an element in line with a list, and touches only those that have changed, so that focus, selection and
 * scrolling stay where they are.
 */
export function keyed(parent, items, keyOf, build) {
  const old = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  let before = parent.firstElementChild;
  for (const item of items) {
    const key = String(keyOf(item));
    let child = old.get(key);
    old.delete(key);
    if (child?.item !== item) {
      const print = JSON.stringify(item);
      if (child?.print !== print) {
        const fresh = build(item);
        fresh.dataset.key = key;
        fresh.print = print;
        if (child) {
          if (before === child) {
            before = fresh;
          }
          replace(child, fresh);
        }
        child = fresh;
      }
      child.item = item;
    }
    if (child === before) {
      before = before.nextElementSibling;
    } else {
      parent.insertBefore(child, before);
    }
  }
  old.forEach((child) => child.remove());
}

/** Whoever is at work in the old one with the keyboard goes on in the fresh one. */
function replace(old, fresh) {
  const at = old.contains(document.activeElement) ? [...old.querySelectorAll(FOCUSABLE)].indexOf(document.activeElement) : -1;
  old.replaceWith(fresh);
  if (at >= 0) {
    fresh.querySelectorAll(FOCUSABLE)[at]?.focus({ preventScroll: true });
  }
}

const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";

/** Tells those who do not see the page. */
export function say(text) {
  document.getElementById("say").textContent = text;
}

const ICONS = {
  overview: "M4 4h7v7H4zM13 4h7v4h-7zM13 11h7v9h-7zM4 14h7v6H4z",
  timeline: "M5 4v16M5 7h10M5 12h14M5 17h8",
  streams: "M3 8c3-4 6 4 9 0s6-4 9 0M3 15c3-4 6 4 9 0s6-4 9 0",
  calls: "M4 6h9M8 12h10M14 18h6",
  numbers: "M4 20h16M7 20v-7M12 20V5M17 20v-10",
  chat: "M4 5h16v10h-8l-5 4v-4H4z",
  commands: "M4 5h16v14H4zM7 9l3 3-3 3M12 15h5",
  tools: "M14 6a4 4 0 0 1 5 5l-8 8a2.8 2.8 0 0 1-4-4l8-8M14 6l3 3",
  gates: "M12 3l8 3v6c0 4.5-3.4 7.6-8 9-4.6-1.4-8-4.5-8-9V6zM9 12l2 2 4-4",
  prompt: "M4 5h16v11H9l-5 4zM8 9h8M8 12h5",
  connect: "M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4",
  extensions: "M9 4h6v4h5v6h-4v6H4v-6h5z",
  servers: "M4 5h16v6H4zM4 13h16v6H4zM8 8h1M8 16h1M13 8h4M13 16h4",
  providers: "M12 4v6M6 20v-4a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v4M12 10v4M12 4m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0",
  sessions: "M4 5h16v10H4zM9 20h6M12 15v5",
  pairing: "M8 11a4 4 0 1 1 4-4M8 11v9M8 16h4M8 20h3M14 13l6 0M17 10v6",
  limits: "M4 18a8 8 0 1 1 16 0M12 18l4-6",
  theme: "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 1 1 0 16",
  out: "M10 5H5v14h5M14 8l4 4-4 4M18 12H9",
};

/** A small drawing that says nothing by itself. */
export function icon(name) {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
    svg("path", { d: ICONS[name] ?? "" }),
  );
}
