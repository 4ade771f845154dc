// Who is connected, with what rights, and what they are doing.

import { h, keyed, put } from "../dom.js";
import { empty, providerName, since, trust } from "../parts.js";
import { on, state } from "../store.js";

export const id = "providers";
export const title = "Providers";
export const about = "Programs that are connected now: how far they are trusted, and what they are working on.";
export const countKeys = ["providers"];
export const count = () => state.providers.length;

export function mount(body) {
  const cards = h("ul.cards");
  const none = empty(
    "Nobody is connected.",
    h("p.muted", null, "Start one of the examples, or let a page in with a pairing code."),
  );
  put(body, cards, none);
  return on(["providers"], () => {
    none.hidden = state.providers.length > 0;
    const items = state.providers.map((provider, index) => ({ ...provider, key: provider.providerId ?? `unbound-${index}` }));
    keyed(cards, items, (provider) => provider.key, card);
  });
}

function card(provider) {
  return h(
    "li.card",
    { "aria-label": providerName(provider) },
    h("div.card-head", null, h("span.dot", { dataset: { state: provider.state.toLowerCase() } }), h("h2", null, providerName(provider)), trust(provider.trust)),
    h("p.muted", null, `${provider.state.toLowerCase()}${provider.sessionId ? ` to ${provider.sessionId}` : ""} · ${since(provider.connectedAt)}`),
    h("div.gauges", null, gauge("in flight", provider.inFlight), gauge("waiting", provider.queued), gauge("tools", provider.tools.length, false)),
    provider.tools.length > 0 &&
      h("ul.tags", { "aria-label": "Tools" }, provider.tools.map((tool) => h("li", null, h("a.tag", { href: `#/tools/${encodeURIComponent(tool)}` }, tool)))),
    provider.providerId && h("p.mono.faint", null, provider.providerId),
  );
}

function gauge(name, value, busy = value > 0) {
  return h("div.gauge", { dataset: { busy } }, h("strong", null, value), h("span", null, name));
}
