import type { JsonObject } from "@lectern/contract";
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { CitationsContext, type HoveredCitation } from "../../ui/markdown/citations/CitationsContext.ts";

type CitationsModule = typeof import("../../entities/citations/createCitations.ts");

const CitationCard = lazy(() => import("./CitationCard.tsx").then(({ CitationCard }) => ({ default: CitationCard })));
/** Shared by all answers: once the code is loaded, later answers have citations in their first render. */
let loadedModule: CitationsModule | null = null;

interface AnswerCitationsProps {
  /** The answer's state, with the sources received so far. */
  state: JsonObject | undefined;
  /** The answer's text so far. */
  text: string;
  children: ReactNode;
}

/**
 * Links the citation marks in an answer, such as `[1]`, to their sources. The code is loaded when the first sources
 * arrive.
 */
export function AnswerCitations({ state, text, children }: AnswerCitationsProps) {
  const sources = state?.sources;
  const module = useCitationsModule(sources !== undefined);
  const [hoveredCitation, setHoveredCitation] = useState<HoveredCitation | null>(null);
  // Read when a citation is opened, so that new text does not render the citations again.
  const textRef = useRef(text);
  useEffect(() => {
    textRef.current = text;
  }, [text]);
  const citations = useMemo(() => {
    if (!module || sources === undefined) return null;
    return module.createCitations({ sources }, () => textRef.current, setHoveredCitation);
  }, [module, sources]);
  return (
    <CitationsContext value={citations}>
      {children}
      {hoveredCitation && sources !== undefined && (
        <Suspense fallback={null}>
          <CitationCard sources={sources} hoveredCitation={hoveredCitation} onClose={() => setHoveredCitation(null)} />
        </Suspense>
      )}
    </CitationsContext>
  );
}

function useCitationsModule(isNeeded: boolean): CitationsModule | null {
  const [module, setModule] = useState(loadedModule);
  useEffect(() => {
    if (!isNeeded || module) return;
    import("../../entities/citations/createCitations.ts").then(
      (module) => {
        loadedModule = module;
        setModule(module);
      },
      // If the code cannot be loaded, marks remain plain text.
      () => {},
    );
  }, [isNeeded, module]);
  return module;
}
