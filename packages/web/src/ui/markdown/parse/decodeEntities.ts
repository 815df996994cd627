/** The named character references that people and models use; others are left unchanged. */
const namedEntities: Readonly<Record<string, string>> = {
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

/** Decodes character references in `text` once: `&amp;lt;` becomes `&lt;`. Invalid code points become U+FFFD. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,31}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return Object.hasOwn(namedEntities, name) ? (namedEntities[name] ?? whole) : whole;
    const code = decimal !== undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16);
    const isValid = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isValid ? String.fromCodePoint(code) : "\ufffd";
  });
}
