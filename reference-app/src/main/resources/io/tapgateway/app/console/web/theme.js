// Light or dark: as the system has it, unless somebody says otherwise in this browser.

import { h, icon, put } from "./dom.js";

const KEY = "theme";
const THEMES = ["auto", "light", "dark"];
const NAMES = { auto: "As the system", light: "Light", dark: "Dark" };

/** A button that goes from one to the next. */
export function themeButton() {
  const button = h("button.quiet", { onclick: () => apply(THEMES[(THEMES.indexOf(chosen()) + 1) % THEMES.length]) });
  const apply = (theme) => {
    localStorage.setItem(KEY, theme);
    document.documentElement.dataset.theme = theme;
    button.setAttribute("aria-label", `Colours: ${NAMES[theme]}`);
    button.title = `Colours: ${NAMES[theme]}`;
    put(button, icon("theme"), h("span", null, NAMES[theme]));
  };
  apply(chosen());
  return button;
}

function chosen() {
  const kept = localStorage.getItem(KEY);
  return THEMES.includes(kept) ? kept : "auto";
}
