import type { JsonObject } from "@lectern/contract";
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from "react";
import { CitationsContext, type HoveredCitation } from "../../ui/markdown/citations/CitationsContext.ts";

type Module = typeof import("../../entities/citations/createCitations.ts");

const CitationCard = lazy(() => import("./CitationCard.tsx").then(({ CitationCard }) => ({ default: CitationCard })));
/** Shared by all answers: once the code is loaded, later answers have citations in their first render. */
let loadedModule: Module | null = null;

interface AnswerCitationsProps {
  /** The answer's state, with the sources received so far. */
  state: JsonObject | undefined;
  children: ReactNode;
}

/**
 * Links the citation marks in an answer, such as `[1]`, to their sources. The code is loaded when the first sources
 * arrive.
 */
export function AnswerCitations({ state, children }: AnswerCitationsProps) {
  const sources = state?.sources;
  const module = useModule(sources !== undefined);
  const [hovered, setHovered] = useState<HoveredCitation | null>(null);
  const citations = useMemo(
    () => (module && sources !== undefined ? module.createCitations({ sources }, setHovered) : null),
    [module, sources],
  );
  return (
    <CitationsContext value={citations}>
      {children}
      {hovered && sources !== undefined && (
        <Suspense fallback={null}>
          <CitationCard sources={sources} hovered={hovered} onClose={() => setHovered(null)} />
        </Suspense>
      )}
    </CitationsContext>
  );
}

function useModule(isNeeded: boolean): Module | null {
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
