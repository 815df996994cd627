import { lazy, Suspense, use } from "react";
import { decodeEntities } from "../parse/decodeEntities.ts";
import { CitationsContext } from "./CitationsContext.ts";

const CitedText = lazy(() => import("./CitedText.tsx").then(({ CitedText }) => ({ default: CitedText })));

/**
 * Renders text that may contain citation marks such as `[1]`. When citations arrive late, only this component renders
 * again.
 */
export function CitableText({ text }: { text: string }) {
  const citations = use(CitationsContext);
  const plain = decodeEntities(text);
  if (!citations) return plain;
  return (
    <Suspense fallback={plain}>
      <CitedText text={text} citations={citations} />
    </Suspense>
  );
}
