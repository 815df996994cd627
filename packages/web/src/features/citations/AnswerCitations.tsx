import type { JsonObject } from "@lectern/contract";
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from "react";
import { CitationsContext, type HoveredCitation } from "../../ui/markdown/citations/CitationsContext.ts";

type Module = typeof import("../../entities/citations/citations.ts");

const CitationCard = lazy(() => import("./CitationCard.tsx").then(({ CitationCard }) => ({ default: CitationCard })));
/** Once loaded it is there for every answer, at its first draw. */
let loaded: Module | null = null;

interface AnswerCitationsProps {
  /** The answer's state, with its sources as far as they have come. */
  state: JsonObject | undefined;
  children: ReactNode;
}

/** Makes the marks in an answer's text, such as `[1]`, lead to their sources. What that takes is loaded with the first sources. */
export function AnswerCitations({ state, children }: AnswerCitationsProps) {
  const sources = state?.sources;
  const module = useModule(sources !== undefined);
  const [pointed, setPointed] = useState<HoveredCitation | null>(null);
  const citations = useMemo(
    () => (module && sources !== undefined ? module.citationsOf({ sources }, setPointed) : null),
    [module, sources],
  );
  return (
    <CitationsContext value={citations}>
      {children}
      {pointed && sources !== undefined && (
        <Suspense fallback={null}>
          <CitationCard sources={sources} pointed={pointed} onClose={() => setPointed(null)} />
        </Suspense>
      )}
    </CitationsContext>
  );
}

function useModule(isNeeded: boolean): Module | null {
  const [module, setModule] = useState(loaded);
  useEffect(() => {
    if (!isNeeded || module) return;
    import("../../entities/citations/citations.ts").then(
      (module) => {
        loaded = module;
        setModule(module);
      },
      // Without it the marks are text, as they were written.
      () => {},
    );
  }, [isNeeded, module]);
  return module;
}
