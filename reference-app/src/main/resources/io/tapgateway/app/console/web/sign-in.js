// How this browser proves itself. It keeps a key that nobody can read, not even this page, and leaves the public half with the
// gateway when the owner opens a link. What it signs names this address, so that an impostor elsewhere can do nothing with it.

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256" };
const LINK = /(?:^|#)(?:sign-in=)?([A-Za-z0-9_-]{43})$/;

let pass = null;
let returning = null;

export class SignedOut extends Error {}

export function currentPass() {
  return pass;
}

/** The code of the link that this page was opened with; afterwards it is in no address and no history. */
export function takeCode() {
  const found = location.hash.startsWith("#sign-in=") ? codeOf(location.hash) : null;
  if (location.hash.startsWith("#sign-in=")) {
    history.replaceState(null, "", location.pathname);
  }
  return found;
}

/** The code in what a user has pasted; null if there is none. */
export function codeOf(text) {
  return LINK.exec(text.trim())?.[1] ?? null;
}

export async function enter(code) {
  const key = await storedKey().then((known) => known ?? newKey());
  const answer = await post("/api/sign-in", { code, key: await publicHalf(key) });
  pass = answer.pass;
  await keep(key).catch(() => {});
}

/** Comes back without a link; however many ask, it is done once. */
export function comeBack() {
  returning ??= prove().finally(() => {
    returning = null;
  });
  return returning;
}

export async function leave() {
  await fetch("/api/sign-out", { method: "POST", headers: { "Tap-Console": pass ?? "" } });
  pass = null;
  await keep(null).catch(() => {});
}

async function prove() {
  const key = await storedKey();
  if (!key) {
    throw new SignedOut("This browser has not been here before.");
  }
  const { challenge } = await post("/api/sign-in/challenge", {});
  const text = new TextEncoder().encode(`${challenge} ${location.origin}`);
  const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, key.privateKey, text);
  const answer = await post("/api/sign-in/return", {
    key: await publicHalf(key),
    challenge,
    signature: base64(signature),
  });
  pass = answer.pass;
}

async function post(path, body) {
  const response = await fetch(path, { method: "POST", body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) {
    throw new SignedOut(answer.error?.message ?? "The gateway does not know this browser.");
  }
  return answer;
}

function newKey() {
  return crypto.subtle.generateKey(ALGORITHM, false, ["sign", "verify"]);
}

async function publicHalf(key) {
  return base64(await crypto.subtle.exportKey("spki", key.publicKey));
}

function base64(bytes) {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}

function database() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("tapgateway", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("keys");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function transact(mode, work) {
  const open = await database();
  try {
    return await new Promise((resolve, reject) => {
      const request = work(open.transaction("keys", mode).objectStore("keys"));
      request.onsuccess = () => resolve(request.result ?? null);
      request.onerror = () => reject(request.error);
    });
  } finally {
    open.close();
  }
}

/** A browser that keeps nothing needs a link each time. */
function storedKey() {
  return transact("readonly", (keys) => keys.get("browser")).catch(() => null);
}

function keep(key) {
  return transact("readwrite", (keys) => (key ? keys.put(key, "browser") : keys.delete("browser")));
}
