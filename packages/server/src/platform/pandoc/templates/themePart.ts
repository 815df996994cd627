import { drawingNamespace } from "./zipParts.ts";

/** The colours of our templates, as hexadecimal RGB. */
export const colours = {
  text: "1F2430",
  dim: "5B6472",
  background: "FFFFFF",
  raised: "F4F6F9",
  border: "D8DDE6",
  accent: "1A6C91",
  deep: "17233C",
} as const;

export const fonts = { text: "Calibri", code: "Consolas" } as const;

const accents = [colours.accent, "2E8B7A", "C27B1F", "8A5BB5", "B8475A", "5B6472"];

/** Returns the theme part: the colours and fonts that Office offers in its dialogs. */
export function themePart(): string {
  const colour = (name: string, rgb: string) => `<a:${name}><a:srgbClr val="${rgb}"/></a:${name}>`;
  const solid = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
  const line = `<a:ln w="9525">${solid}<a:prstDash val="solid"/></a:ln>`;
  const effect = "<a:effectStyle><a:effectLst/></a:effectStyle>";
  const font = (name: string) =>
    `<a:${name}><a:latin typeface="${fonts.text}"/><a:ea typeface=""/><a:cs typeface=""/></a:${name}>`;
  return `<a:theme xmlns:a="${drawingNamespace}" name="Lectern"><a:themeElements>
    <a:clrScheme name="Lectern">
      ${colour("dk1", colours.text)}${colour("lt1", colours.background)}
      ${colour("dk2", colours.deep)}${colour("lt2", colours.raised)}
      ${accents.map((rgb, index) => colour(`accent${index + 1}`, rgb)).join("")}
      ${colour("hlink", colours.accent)}${colour("folHlink", "6A4C93")}
    </a:clrScheme>
    <a:fontScheme name="Lectern">${font("majorFont")}${font("minorFont")}</a:fontScheme>
    <a:fmtScheme name="Lectern">
      <a:fillStyleLst>${solid.repeat(3)}</a:fillStyleLst>
      <a:lnStyleLst>${line.repeat(3)}</a:lnStyleLst>
      <a:effectStyleLst>${effect.repeat(3)}</a:effectStyleLst>
      <a:bgFillStyleLst>${solid.repeat(3)}</a:bgFillStyleLst>
    </a:fmtScheme>
  </a:themeElements></a:theme>`;
}
