/** The named character references that people and models write; the rest stay as they are. */
const named: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  bull: "•",
  cent: "¢",
  colon: ":",
  copy: "©",
  deg: "°",
  divide: "÷",
  euro: "€",
  frac12: "½",
  frac14: "¼",
  ge: "≥",
  gt: ">",
  hellip: "…",
  infin: "∞",
  laquo: "«",
  larr: "←",
  ldquo: "“",
  le: "≤",
  lpar: "(",
  lsquo: "‘",
  lt: "<",
  mdash: "—",
  micro: "µ",
  middot: "·",
  minus: "−",
  nbsp: "\u00a0",
  ndash: "–",
  ne: "≠",
  NewLine: "\n",
  para: "¶",
  plusmn: "±",
  pound: "£",
  quot: '"',
  raquo: "»",
  rarr: "→",
  rdquo: "”",
  reg: "®",
  rpar: ")",
  rsquo: "’",
  sect: "§",
  sol: "/",
  Tab: "\t",
  times: "×",
  trade: "™",
  yen: "¥",
};

/** `text` with its character references resolved, once. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,31}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return Object.hasOwn(named, name) ? (named[name] ?? whole) : whole;
    const point = decimal !== undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16);
    const isCharacter = point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
    return isCharacter ? String.fromCodePoint(point) : "\ufffd";
  });
}
