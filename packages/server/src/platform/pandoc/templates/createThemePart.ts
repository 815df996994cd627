import { drawingNamespace } from "./zipParts.ts";

/** The colours of our templates, as hexadecimal RGB. */
export const colors = {
  text: "1F2430",
  dim: "5B6472",
  background: "FFFFFF",
  raised: "F4F6F9",
  border: "D8DDE6",
  accent: "1A6C91",
  deep: "17233C",
} as const;

export const fonts = { text: "Calibri", code: "Consolas" } as const;

const accents = [colors.accent, "2E8B7A", "C27B1F", "8A5BB5", "B8475A", "5B6472"];

/** Returns the theme part: the colours and fonts that Office offers in its dialogs. */
export function createThemePart(): string {
  const createColor = (name: string, rgb: string) => `<a:${name}><a:srgbClr val="${rgb}"/></a:${name}>`;
  const solidFill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
  const lineStyle = `<a:ln w="9525">${solidFill}<a:prstDash val="solid"/></a:ln>`;
  const effectStyle = "<a:effectStyle><a:effectLst/></a:effectStyle>";
  const createFont = (name: string) =>
    `<a:${name}><a:latin typeface="${fonts.text}"/><a:ea typeface=""/><a:cs typeface=""/></a:${name}>`;
  return `<a:theme xmlns:a="${drawingNamespace}" name="Lectern"><a:themeElements>
    <a:clrScheme name="Lectern">
      ${createColor("dk1", colors.text)}${createColor("lt1", colors.background)}
      ${createColor("dk2", colors.deep)}${createColor("lt2", colors.raised)}
      ${accents.map((rgb, index) => createColor(`accent${index + 1}`, rgb)).join("")}
      ${createColor("hlink", colors.accent)}${createColor("folHlink", "6A4C93")}
    </a:clrScheme>
    <a:fontScheme name="Lectern">${createFont("majorFont")}${createFont("minorFont")}</a:fontScheme>
    <a:fmtScheme name="Lectern">
      <a:fillStyleLst>${solidFill.repeat(3)}</a:fillStyleLst>
      <a:lnStyleLst>${lineStyle.repeat(3)}</a:lnStyleLst>
      <a:effectStyleLst>${effectStyle.repeat(3)}</a:effectStyleLst>
      <a:bgFillStyleLst>${solidFill.repeat(3)}</a:bgFillStyleLst>
    </a:fmtScheme>
  </a:themeElements></a:theme>`;
}
