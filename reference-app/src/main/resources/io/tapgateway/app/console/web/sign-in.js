// How this browser shows that the owner has signed in: by a cookie, which no script can read, and by a pass that the page was given
// and keeps for all tabs. Both are good for one start of the gateway, and so is this address.

const PASS = "pass";

export class SignedOut extends Error {}

/** Keeps what a link has brought along, and takes the used link out of the address. */
export function takePass() {
  const given = document.querySelector("meta[name=pass]").content;
  if (given) {
    localStorage.setItem(PASS, given);
  }
  if (location.pathname !== "/") {
    history.replaceState(null, "", "/");
  }
}

export function currentPass() {
  return localStorage.getItem(PASS) ?? "";
}

export async function leave() {
  await fetch("/api/sign-out", { method: "POST", headers: { "Tap-Console": currentPass() } });
  localStorage.removeItem(PASS);
}
