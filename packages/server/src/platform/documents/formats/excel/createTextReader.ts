import { lowerText, raiseText } from "../raisedText.ts";
import { joinStruckParts, strikeText } from "../struckText.ts";

/** Joins the runs of a text (ECMA-376, 18.4) from the elements of `readXmlPart`. */
export interface TextReader {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string, text: string): void;
  /** Returns the text since the last call. */
  take(): string;
}

/** Leaves out phonetic guides. Raised, lowered and struck runs stay apart from the text beside them. */
export function createTextReader(): TextReader {
  let text = "";
  let position = "";
  let isStruck = false;
  let hasStruckRuns = false;
  let isInPhoneticText = false;
  const endRun = () => {
    position = "";
    isStruck = false;
  };
  return {
    open(name, { val = "" }) {
      if (name === "rPh") isInPhoneticText = true;
      if (name === "r") endRun();
      if (name === "vertAlign") position = val;
      if (name === "strike") isStruck = isOn(val);
    },
    close(name, content) {
      if (name === "rPh") isInPhoneticText = false;
      if (name === "r") endRun();
      if (name !== "t" || isInPhoneticText) return;
      const run = shift(decodeEscapes(content), position, text);
      text += isStruck ? strikeText(run) : run;
      hasStruckRuns ||= isStruck;
    },
    take() {
      const taken = hasStruckRuns ? joinStruckParts(text) : text;
      text = "";
      hasStruckRuns = false;
      return taken;
    },
  };
}

/** A property without a value is on (ECMA-376, CT_BooleanProperty). */
export const isOn = (value: string) => value !== "0" && value !== "false";

function shift(text: string, position: string, before: string): string {
  if (position === "superscript") return raiseText(text, before);
  return position === "subscript" ? lowerText(text) : text;
}

/** Excel escapes characters that XML does not allow, as in `_x000D_` (ECMA-376, 22.9.2.19). */
export function decodeEscapes(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
