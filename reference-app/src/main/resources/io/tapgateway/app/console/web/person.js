// Which browser this is to the gateway. All its open pages share one key, which they have in memory only: the key of a person who may say
// yes is never on a disk, where other programs of the user could read it. It is gone with the last page.

const HANDOVER = 150;

const channel = new BroadcastChannel("person");
let key = null;

/** Takes the key over from another page of this browser, or makes one. */
export async function findKey() {
  const taken = new Promise((resolve) => {
    channel.onmessage = ({ data }) => data.key && resolve(data.key);
    setTimeout(() => resolve(fresh()), HANDOVER);
  });
  channel.postMessage({ wanted: true });
  key = await taken;
  channel.onmessage = ({ data }) => data.wanted && channel.postMessage({ key });
}

export function personKey() {
  return key;
}

function fresh() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
