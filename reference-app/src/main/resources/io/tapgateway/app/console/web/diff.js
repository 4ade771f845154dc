// What changes between two texts, line by line.

/** Beyond as many pairs of lines, all of the old and then all of the new is as good an answer, and a quick one. */
const MOST_PAIRS = 1_000_000;

/** @returns lines as `{ sign: " " | "-" | "+", text }`; all lines of both texts are among them */
export function diff(before, after) {
  const old = before === "" ? [] : before.split("\n");
  const fresh = after === "" ? [] : after.split("\n");
  let head = 0;
  while (head < old.length && head < fresh.length && old[head] === fresh[head]) {
    head++;
  }
  let tail = 0;
  while (tail < old.length - head && tail < fresh.length - head && old.at(-1 - tail) === fresh.at(-1 - tail)) {
    tail++;
  }
  return [
    ...signed(" ", old.slice(0, head)),
    ...between(old.slice(head, old.length - tail), fresh.slice(head, fresh.length - tail)),
    ...signed(" ", old.slice(old.length - tail)),
  ];
}

function signed(sign, lines) {
  return lines.map((text) => ({ sign, text }));
}

/** The longest common subsequence, by the usual table. */
function between(old, fresh) {
  if (old.length * fresh.length > MOST_PAIRS) {
    return [...signed("-", old), ...signed("+", fresh)];
  }
  const width = fresh.length + 1;
  const common = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = fresh.length - 1; j >= 0; j--) {
      common[i * width + j] =
        old[i] === fresh[j] ? common[(i + 1) * width + j + 1] + 1 : Math.max(common[(i + 1) * width + j], common[i * width + j + 1]);
    }
  }
  const lines = [];
  let i = 0;
  let j = 0;
  while (i < old.length && j < fresh.length) {
    if (old[i] === fresh[j]) {
      lines.push({ sign: " ", text: old[i++] });
      j++;
    } else if (common[(i + 1) * width + j] >= common[i * width + j + 1]) {
      lines.push({ sign: "-", text: old[i++] });
    } else {
      lines.push({ sign: "+", text: fresh[j++] });
    }
  }
  return [...lines, ...signed("-", old.slice(i)), ...signed("+", fresh.slice(j))];
}
