// A list of any length of which only what can be seen is in the document. Rows have one height, and are told to show another
// item instead of being built anew.

import { h } from "./dom.js";

const BEYOND = 6;

/**
 * @param options.label what the list is called
 * @param options.row builds an empty row
 * @param options.show makes a row show an item
 * @param options.onSelect is told the item that the user has chosen, or null
 */
export function windowedList(options) {
  const rows = h("div.rows", { role: "presentation" });
  const space = h("div.space", { role: "presentation" }, rows);
  const element = h("div.windowed", { tabindex: "0", role: "listbox", "aria-label": options.label }, space);
  const pool = [];
  let items = [];
  let selected = null;
  let follows = true;
  let height = 0;

  function rowHeight() {
    height ||= parseFloat(getComputedStyle(element).getPropertyValue("--row"));
    return height;
  }

  function atEnd() {
    return element.scrollTop + element.clientHeight >= element.scrollHeight - rowHeight();
  }

  function draw() {
    const first = Math.max(0, Math.floor(element.scrollTop / rowHeight()) - BEYOND);
    const count = Math.min(items.length - first, Math.ceil(element.clientHeight / rowHeight()) + 2 * BEYOND);
    while (pool.length < count) {
      pool.push(options.row());
    }
    if (rows.childElementCount !== Math.max(0, count)) {
      rows.replaceChildren(...pool.slice(0, Math.max(0, count)));
    }
    rows.style.transform = `translateY(${first * rowHeight()}px)`;
    for (let i = 0; i < count; i++) {
      place(pool[i], first + i);
    }
  }

  function place(row, index) {
    const item = items[index];
    row.id = `${options.id}-${index}`;
    row.setAttribute("role", "option");
    row.setAttribute("aria-posinset", String(index + 1));
    row.setAttribute("aria-setsize", String(items.length));
    row.setAttribute("aria-selected", String(item === selected));
    row.dataset.index = index;
    if (row.item !== item) {
      row.item = item;
      options.show(row, item);
    }
    if (item === selected) {
      element.setAttribute("aria-activedescendant", row.id);
    }
  }

  function select(index) {
    const item = items[index] ?? null;
    selected = item;
    element.removeAttribute("aria-activedescendant");
    if (item) {
      const top = index * rowHeight();
      if (top < element.scrollTop) {
        element.scrollTop = top;
      } else if (top + rowHeight() > element.scrollTop + element.clientHeight) {
        element.scrollTop = top + rowHeight() - element.clientHeight;
      }
    }
    draw();
    options.onSelect?.(item);
  }

  function onKey(event) {
    const page = Math.max(1, Math.floor(element.clientHeight / rowHeight()) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -items.length, End: items.length };
    if (event.key === "Escape") {
      select(-1);
    } else if (event.key in steps && items.length > 0) {
      event.preventDefault();
      const from = selected ? items.indexOf(selected) : steps[event.key] > 0 ? -1 : items.length;
      select(Math.min(items.length - 1, Math.max(0, from + steps[event.key])));
    }
  }

  element.addEventListener("keydown", onKey);
  element.addEventListener("click", (event) => {
    const row = event.target.closest("[data-index]");
    if (row) {
      select(row.item === selected ? -1 : Number(row.dataset.index));
    }
  });
  element.addEventListener("scroll", () => {
    follows = atEnd();
    draw();
    options.onFollow?.(follows);
  });
  const watcher = new ResizeObserver(() => {
    height = 0;
    draw();
    toEndIfFollowing();
  });
  watcher.observe(element);

  function toEndIfFollowing() {
    if (follows) {
      element.scrollTop = element.scrollHeight;
    }
  }

  return {
    element,
    /** Shows these; stays at the end if that is where the user is. */
    setItems(next) {
      items = next;
      space.style.height = `${items.length * rowHeight()}px`;
      if (selected && !items.includes(selected)) {
        selected = null;
        options.onSelect?.(null);
      }
      toEndIfFollowing();
      draw();
    },
    /** Chooses one of those that are shown, as the user does. */
    select(item) {
      follows = false;
      select(items.indexOf(item));
    },
    toEnd() {
      follows = true;
      toEndIfFollowing();
      draw();
    },
    close() {
      watcher.disconnect();
    },
  };
}
