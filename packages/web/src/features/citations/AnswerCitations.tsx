import type { JsonObject } from "@lectern/contract";
import { type ReactNode, Suspense, use, useEffect, useMemo, useRef, useState } from "react";
import { IsInDialogContext, useOpenPassage } from "../../entities/citations/viewerStore.ts";
import { lazy } from "../../lib/preload/lazy.ts";
import { CitationsContext, type CitationTarget } from "../../ui/markdown/citations/CitationsContext.ts";

type CitationsModule = typeof import("../../entities/citations/createCitations.ts");

const CitationCard = lazy(() => import("./CitationCard.tsx").then(({ CitationCard }) => ({ default: CitationCard })));
/** Shared by all answers: once the code is loaded, later answers have citations in their first render. */
let loadedModule: CitationsModule | null = null;

/** Always the same set, so that the answers whose sources are not open do not render again. */
const noNumbers: ReadonlySet<number> = new Set();

interface AnswerCitationsProps {
  /** The answer's state, with the sources received so far. */
  state: JsonObject | undefined;
  /** The answer's text so far. */
  text: string;
  children: ReactNode;
}

/**
 * Links the citation marks in an answer, such as `[1]`, to their sources. The code is loaded when the first sources
 * arrive. Until then, the marks are numbers without a link, so that nothing moves.
 */
export function AnswerCitations({ state, text, children }: AnswerCitationsProps) {
  const sources = state?.sources;
  const isOverDialog = use(IsInDialogContext);
  const { module, hasFailed } = useCitationsModule(sources !== undefined);
  const [hoveredCitation, setHoveredCitation] = useState<CitationTarget | null>(null);
  // Read when a citation is opened, so that new text does not render the citations again.
  const textRef = useRef(text);
  useEffect(() => {
    textRef.current = text;
  }, [text]);
  const citations = useMemo(() => {
    if (!module || sources === undefined) return null;
    const getText = () => textRef.current;
    return module.createCitations({ sources }, { getText, onHover: setHoveredCitation, isOverDialog });
  }, [module, sources, isOverDialog]);
  const openPassage = useOpenPassage();
  const openNumbers = useMemo(() => {
    if (!module || sources === undefined || !openPassage) return noNumbers;
    const numbers = module.findNumbersOfPassage({ sources }, openPassage);
    return numbers.length === 0 ? noNumbers : new Set(numbers);
  }, [module, sources, openPassage]);
  const isPending = sources !== undefined && module === null && !hasFailed;
  const value = useMemo(
    () => (isPending ? "pending" : citations && { ...citations, openNumbers }),
    [isPending, citations, openNumbers],
  );
  return (
    <CitationsContext value={value}>
      {children}
      {hoveredCitation && sources !== undefined && (
        <Suspense fallback={null}>
          <CitationCard {...{ sources, text, hoveredCitation }} onClose={() => setHoveredCitation(null)} />
        </Suspense>
      )}
    </CitationsContext>
  );
}

function useCitationsModule(isNeeded: boolean): { module: CitationsModule | null; hasFailed: boolean } {
  const [module, setModule] = useState(loadedModule);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (!isNeeded || module) return;
    import("../../entities/citations/createCitations.ts").then(
      (module) => {
        loadedModule = module;
        setModule(module);
      },
      // If the code cannot be loaded, marks remain plain text.
      () => setHasFailed(true),
    );
  }, [isNeeded, module]);
  return { module, hasFailed };
}
