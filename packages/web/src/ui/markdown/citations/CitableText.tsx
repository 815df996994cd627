import { use } from "react";
import { decodeEntities } from "../parse/decodeEntities.ts";
import { CitationsContext } from "./CitationsContext.ts";
import { CitedText } from "./CitedText.tsx";

/**
 * Renders text that may contain citation marks such as `[1]`. When citations arrive late, only this component renders
 * again.
 */
export function CitableText({ text }: { text: string }) {
  const citations = use(CitationsContext);
  return citations ? <CitedText text={text} citations={citations} /> : decodeEntities(text);
}
