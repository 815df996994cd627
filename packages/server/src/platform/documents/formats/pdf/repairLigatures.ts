// TeX's old fonts hold ligatures where ASCII has control characters, and files made from them often do not say which letters they are.
// Codes of the encodings OT1 and T1 of LaTeX (encguide.pdf, tables 1 and 2).
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

const codes = Object.keys(ligatures).join("");
const besideLetter = new RegExp(`(?<=\\p{L})[${codes}]|[${codes}](?=\\p{L})`, "gu");

/** Puts the letters of such ligatures where they stand beside a letter. */
export function repairLigatures(text: string): string {
  return text.replace(besideLetter, (code) => ligatures[code] ?? "");
}
