// What the address says behind the "#": the view, what is chosen in it, and how one looks at it: `#/tools/greet?session=main&q=gr`.
// So a reload, a bookmark and the back button come to the same place.

function parts() {
  const [path, query] = location.hash.slice(2).split("?");
  const [view, thing] = path.split("/");
  return { view, thing, params: new URLSearchParams(query) };
}

export function viewId() {
  return parts().view;
}

/** What stands behind the view's name; null if nothing does. */
export function named() {
  const { thing } = parts();
  try {
    return thing ? decodeURIComponent(thing) : null;
  } catch {
    return thing;
  }
}

export function param(name) {
  return parts().params.get(name);
}

/** Nobody goes anywhere by that, so there is no step back either. */
export function setParam(name, value) {
  const { view, thing, params } = parts();
  if ((params.get(name) ?? "") === (value ?? "")) {
    return;
  }
  if (value) {
    params.set(name, value);
  } else {
    params.delete(name);
  }
  const query = params.toString();
  history.replaceState(null, "", `#/${[view, thing].filter(Boolean).join("/")}${query && `?${query}`}`);
}

/** Where one call is shown. */
export function callAddress(callId) {
  return `#/calls?call=${encodeURIComponent(callId)}`;
}
