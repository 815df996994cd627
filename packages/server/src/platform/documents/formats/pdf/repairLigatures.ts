// TeX's old fonts have ligatures at the codes of ASCII control characters, and PDF files often do not map them to
// letters. These are the codes of LaTeX's encodings OT1 and T1 (encguide.pdf, tables 1 and 2).
const ligatures: Readonly<Record<string, string>> = {
  "\u000b": "ff",
  "\u000c": "fi",
  "\u000d": "fl",
  "\u000e": "ffi",
  "\u000f": "ffl",
  "\u001b": "ff",
  "\u001c": "fi",
  "\u001d": "fl",
  "\u001e": "ffi",
  "\u001f": "ffl",
};

const ligatureCodes = Object.keys(ligatures).join("");
const codeBesideLetterPattern = new RegExp(`(?<=\\p{L})[${ligatureCodes}]|[${ligatureCodes}](?=\\p{L})`, "gu");

/** Replaces each of these codes that adjoins a letter with the letters of its ligature. */
export function repairLigatures(text: string): string {
  return text.replace(codeBesideLetterPattern, (code) => ligatures[code] ?? "");
}
