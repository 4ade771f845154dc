// Drawings of numbers. Each is one picture with a sentence for those who do not see it; colours come from the style sheet.

import { h, svg } from "./dom.js";
import { duration } from "./parts.js";

/** In the units of the drawing, which are about as large as pixels on a phone. */
const WIDTH = 400;
const HEIGHT = 120;
const ROW = 22;
const LABEL = 140;
const VALUES = 130;
const MOST_OF_NAME = 20;
const AXIS = 18;

function figure(caption, spoken, height, ...marks) {
  return h("figure.chart", null, h("figcaption", null, caption), svg("svg", { viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": `${caption}: ${spoken}` }, ...marks));
}

function text(x, y, words, anchor = "start") {
  return svg("text", { x, y, "text-anchor": anchor }, words);
}

/** Upright bars, one for each part of a time; `parts` lie on each other. */
export function columns(caption, items, spoken) {
  const most = Math.max(1, ...items.map((item) => item.parts.reduce((sum, part) => sum + part.value, 0)));
  const step = WIDTH / items.length;
  const tall = HEIGHT - AXIS;
  const bars = items.flatMap((item, place) => {
    let y = tall;
    return item.parts.map((part) => {
      const height = ((tall - 14) * part.value) / most;
      y -= height;
      return svg("rect", { x: place * step + 1, y, width: Math.max(1, step - 2), height, "data-kind": part.kind }, svg("title", null, `${item.name}: ${part.value} ${part.kind}`));
    });
  });
  const last = items.length - 1;
  return figure(caption, spoken, HEIGHT, text(0, 10, String(most)), ...bars, line(0, tall, WIDTH, tall), text(0, HEIGHT - 3, items[0].name), text(WIDTH, HEIGHT - 3, items[last].name, "end"));
}

/** Lying bars, one for each name. */
export function bars(caption, items, shown = String) {
  const most = Math.max(1, ...items.flatMap((item) => item.parts.map((part) => part.value)));
  const scale = (value) => ((WIDTH - LABEL - VALUES) * value) / most;
  const marks = items.flatMap((item, place) => {
    const thick = (ROW - 6) / item.parts.length;
    return [
      text(LABEL - 8, place * ROW + 15, clipped(item.name), "end"),
      ...item.parts.map((part, index) => svg("rect", { x: LABEL, y: place * ROW + 3 + index * thick, width: Math.max(1, scale(part.value)), height: thick, "data-kind": part.kind })),
      text(LABEL + scale(Math.max(...item.parts.map((part) => part.value))) + 6, place * ROW + 15, item.parts.map((part) => shown(part.value)).join(" · ")),
    ];
  });
  const spoken = items.map((item) => `${item.name} ${item.parts.map((part) => `${shown(part.value)} ${part.kind}`).join(", ")}`).join("; ");
  return figure(caption, spoken, items.length * ROW, ...marks);
}

/** A line through values. */
export function course(caption, values) {
  const least = Math.min(...values);
  const most = Math.max(...values);
  const x = (place) => (values.length < 2 ? 0 : (WIDTH * place) / (values.length - 1));
  const y = (value) => 14 + (most === least ? 0.5 : 1 - (value - least) / (most - least)) * (HEIGHT - 30);
  const points = values.map((value, place) => `${x(place).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  const newest = values.at(-1);
  return figure(
    caption,
    `${values.length} values from ${rounded(least)} to ${rounded(most)}, the newest ${rounded(newest)}`,
    HEIGHT,
    text(0, 10, rounded(most)),
    text(0, HEIGHT - 3, rounded(least)),
    text(WIDTH, 10, `newest ${rounded(newest)}`, "end"),
    svg("polyline", { points }),
  );
}

/**
 * What came after what in several calls, on one axis of the time since each began. A gate of 50 µs and a tool of a minute are both to be
 * seen, so the axis is logarithmic: each step is ten times as long.
 *
 * @param rows `{ name, parts: [{ kind, micros }] }`, the parts one after the other
 */
export function waterfall(caption, rows) {
  const longest = Math.max(1_000, ...rows.map((row) => row.parts.reduce((sum, part) => sum + part.micros, 0)));
  const decades = Math.ceil(Math.log10(longest));
  const x = (micros) => LABEL + ((WIDTH - LABEL - 10) * Math.log10(Math.max(1, micros))) / decades;
  const height = rows.length * ROW + AXIS;
  const ticks = Array.from({ length: Math.floor(decades) + 1 }, (_, power) => power).filter((power) => power % (decades > 4 ? 2 : 1) === 0);
  const grid = ticks.flatMap((power) => [line(x(10 ** power), 0, x(10 ** power), height - AXIS), text(x(10 ** power), height - 4, short(10 ** power), "middle")]);
  const marks = rows.flatMap((row, place) => {
    let begin = 0;
    return [
      text(LABEL - 8, place * ROW + 15, clipped(row.name), "end"),
      ...row.parts.map((part) => {
        const from = x(begin);
        begin += part.micros;
        return svg("rect", { x: from, y: place * ROW + 4, width: Math.max(1, x(begin) - from), height: ROW - 8, "data-kind": part.kind }, svg("title", null, `${part.kind}: ${short(part.micros)}`));
      }),
    ];
  });
  const spoken = rows.map((row) => `${row.name} ${row.parts.map((part) => `${part.kind} ${short(part.micros)}`).join(", ")}`).join("; ");
  return figure(caption, spoken, height, ...grid, ...marks);
}

/** As many digits as there is room for. */
function rounded(value) {
  return String(Number.isInteger(value) ? value : Number(value.toPrecision(5)));
}

export function short(micros) {
  return micros < 1_000 ? `${Math.round(micros)} µs` : duration(micros / 1_000);
}

function line(x1, y1, x2, y2) {
  return svg("line", { x1, y1, x2, y2 });
}

/** The whole name is in the sentence of the picture. */
function clipped(name) {
  return name.length > MOST_OF_NAME ? `${name.slice(0, MOST_OF_NAME - 1)}…` : name;
}
