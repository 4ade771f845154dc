// Writes vectors.jsonl: what ECMAScript's JSON.stringify makes of what JSON.parse made of a text (D-171).
// node docs/stringify/make-vectors.mjs > docs/stringify/vectors.jsonl
// The choice is the same in every run.

let state = 0x171;
function random() { // mulberry32
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
const below = (n) => Math.floor(random() * n);
const pick = (list) => list[below(list.length)];

const texts = new Set();
const view = new DataView(new ArrayBuffer(8));
function bits(high, low) {
  view.setUint32(0, high >>> 0);
  view.setUint32(4, low >>> 0);
  return view.getFloat64(0);
}
function add(text) {
  if (text.length <= 400) texts.add(text);
}
function addNumber(value) {
  if (Number.isFinite(value)) {
    add(String(value).replace("Infinity", "0"));
    add(value.toPrecision(17).replace("e+", "E"));
    add(value.toExponential(20));
  }
}

// Chosen by hand: numbers.
for (const text of `0 -0 0.0 -0.0 0e0 -0e-0 0e999 1.0 1.00 10 100e-2 1e0 1E0 1e+0 1e-0 -1 -1.5 0.1 0.10 1e1 1e2 1e20 1e21 1e22
  123456789012345678901 1234567890123456789012 12345678901234567890123 999999999999999999999 1e-6 1e-7 0.000001 0.0000001
  0.00000123 1.5e-7 123e-10 9007199254740991 9007199254740992 9007199254740993 9007199254740994 9007199254740995
  9223372036854775807 9223372036854775808 18446744073709551615 18446744073709551616 -9223372036854775808 0.30000000000000004
  0.1000000000000000055511151231257827 1.7976931348623157e308 1.7976931348623158e308 1.7976931348623159e308 1e308 1e309 1e400
  -1e400 1e99999 1e-99999 5e-324 4.9e-324 2.4703282292062327e-324 2.4703282292062328e-324 2.2250738585072014e-308
  2.2250738585072011e-308 2.225073858507201e-308 1e23 9.999999999999999e22 1e-323 2e-323 3e-323 2e-44 5.684341886080801e-14
  5.684341886080802e-14 2.0e-3 2e23 8.41e21 8.409999999999999e21 4.35 0.000035 4.5e15 4503599627370496.5 4503599627370497.5
  4503599627370495.5 2251799813685248.25 0.5e-10 33333333333333333 333333333.33333329 1.2e34 7.0e-10 1e-1074 100000000000000000000
  12345.678e-3 0.1e1 0.01e2 1.0e-2 1234567890.0987654321 6.02214076e23 1.602176634e-19 299792458 3.141592653589793
  2.718281828459045 1.4142135623730951 0.1e-6 123456789e-15 1.0000000000000002 0.9999999999999999 4.4501477170144023e-308
  1.9430376160308388e16 6.9294956446009195e15 9.5e-7 0.00001 0.0001 2e-7 21e20 1234567890123456800 1e015 1E-05`
  .split(/\s+/)) if (text) add(text);

// Chosen by hand: everything else.
for (const text of [
  "null", "true", "false", "[]", "{}", " [ ] ", " { } ", "[null,true,false]", '""', '"a"', '"\\u0061"', '"\\/"', '"/"', '"\\""',
  '"\\\\"', '"\\b\\f\\n\\r\\t"', '"\\u0008\\u000c\\u000a\\u000d\\u0009"', '"\\u0000\\u001f\\u007f\\u0080\\u009f"', '"\\u2028\\u2029"',
  '"\\ud800"', '"\\udfff"', '"\\uD83D"', '"\\uDE00"', '"\\ud83d\\ude00"', '"\\ude00\\ud83d"', '"\\ud83d\\ud83d\\ude00"',
  '"\\ud83d\\ude00\\ude00"', '"a\\ud83db"', '"\\ud83d\\u0061"', '"\\ufeff\\ufffe\\uffff"', '"\\u00e9"', '"é"', '"e\\u0301"', '"😀"',
  '"git \\u0070ush"', '{"command":"git \\u0070ush"}', '{"\\u0063ommand":"git push"}', '{"b":1,"a":2}', '{"a":1,"b":2}',
  '{"2":"b","1":"a"}', '{"b":0,"2":1,"a":2,"1":3}', '{"10":1,"9":2,"1":3}', '{"01":1,"1":2,"0":3,"00":4}', '{"-1":1,"1":2,"-0":3,"0":4}',
  '{"1.0":1,"1":2,"1e1":3,"10":4}', '{"4294967294":1,"4294967295":2,"4294967293":3,"0":4}', '{"4294967296":1,"1":2}',
  '{"9007199254740991":1,"9007199254740992":2,"2":3}', '{"2147483647":1,"2147483648":2,"2147483646":3}', '{"+1":1,"1":2}',
  '{" 1":1,"1":2,"1 ":3}', '{"":1,"0":2}', '{"١":1,"1":2}', '{"__proto__":1,"a":2}', '{"a":1,"__proto__":{"b":2}}', '{"constructor":1,"toJSON":2}',
  '{"toJSON":{"toJSON":1}}', '{"length":3,"0":1}', '{"a":{"2":1,"1":{"4":5,"3":6}},"0":[{"1":0,"0":1}]}', '[[[[[]]]]]', '{"a":{}}',
  '{"a":[]}', '[{},{}]', '[1,2,3]', '[ 1 , 2 ]', '{"a" : 1 , "b" : [ 2 ] }', '\t{\n"a"\r:\t1}\n', '{"undefined":null,"NaN":1}',
  '{"path":"a/b","args":["x","y"],"n":1.50}', '{"a":-0}', '[-0,0,1e21,1e-7]', '{"\\u0031":1,"\\u0030":2}',
]) add(text);

// Every character that may need an escape, alone and among others.
for (let c = 0; c < 0x80; c++) add(`"\\u${c.toString(16).padStart(4, "0")}x"`);

// Doubles: anywhere, near powers of two and of ten, halfway between neighbours, subnormal, and decimals of any length.
for (let i = 0; i < 250; i++) addNumber(bits(below(2 ** 32), below(2 ** 32)));
for (let e = -1074; e < 1024; e += 13) {
  const power = 2 ** e;
  view.setFloat64(0, power);
  const low = view.getUint32(4), high = view.getUint32(0);
  addNumber(power);
  addNumber(bits(high, low + 1));
  if (power > 2 ** -1074) addNumber(low === 0 ? bits(high - 1, 0xffffffff) : bits(high, low - 1));
}
for (let e = -323; e < 309; e += 7) add(`1e${e}`), add(`9.99999999999999${below(10)}e${e}`);
for (let i = 0; i < 100; i++) addNumber(bits(below(2 ** 20), below(2 ** 32)));
for (let i = 0; i < 600; i++) {
  const digits = Array.from({ length: 1 + below(25) }, () => below(10)).join("").replace(/^0+(?=.)/, "");
  const dot = below(digits.length + 1);
  let text = dot === 0 ? `0.${digits}` : dot === digits.length ? digits : `${digits.slice(0, dot)}.${digits.slice(dot)}`;
  text = text.replace(/^0+(?=\d)/, "");
  if (below(3) === 0) text += pick(["e", "E", "e+", "e-", "E-"]) + below(pick([10, 30, 320]));
  add((below(4) === 0 ? "-" : "") + text);
}

// Objects whose names are, are nearly, or are not array indices, with all kinds of values.
const names = ["a", "b", "z", "A", "0", "1", "2", "3", "10", "11", "42", "007", "1.5", "-1", "4294967294", "4294967295", "1e3", "é", "😀",
  "x y", "\n", '"', "\\", "command", "path"];
function value(depth) {
  switch (below(depth > 3 ? 5 : 8)) {
    case 0: return String(below(1000));
    case 1: return (random() * 10 ** below(20)).toPrecision(1 + below(17));
    case 2: return JSON.stringify(pick(names));
    case 3: return pick(["true", "false", "null"]);
    case 4: return `"${Array.from({ length: below(6) }, () => pick(["a", "\\n", "\\u001f", "\\ud83d", "\\ude00", "/", "\\/", "é", "\\u00e9"])).join("")}"`;
    case 5: return `[${Array.from({ length: below(4) }, () => value(depth + 1)).join(pick([",", " , "]))}]`;
    default: {
      const chosen = [...new Set(Array.from({ length: below(7) }, () => pick(names)))];
      return `{${chosen.map((name) => `${JSON.stringify(name)}:${pick(["", " "])}${value(depth + 1)}`).join(",")}}`;
    }
  }
}
for (let i = 0; i < 500; i++) add(value(0));

const ascii = (text) => JSON.stringify(text).replace(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
const lines = [];
for (const text of texts) {
  try {
    lines.push(`[${ascii(text)},${ascii(JSON.stringify(JSON.parse(text)))}]`);
  } catch {
    // Not JSON: a number with a leading nought, say.
  }
}
process.stdout.write(lines.join("\n") + "\n");
