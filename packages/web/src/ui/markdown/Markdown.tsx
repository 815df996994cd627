import { memo, useEffect, useRef, useState } from "react";
import { MarkdownSection } from "./MarkdownSection.tsx";
import classes from "./markdown.module.css";
import { AppLinkContext, DefinitionsContext } from "./markdownContext.ts";
import { SectionSplitter } from "./parse/sectionSplitter.ts";
import { useIncrementalText } from "./useIncrementalText.ts";

export interface MarkdownProps {
  source: string;
  /** True while more may come: the end is closed for now, and a caret stands there. */
  streaming?: boolean;
  /** Small and dim, for what stands beside the answer. */
  isQuiet?: boolean;
  /** Called with the address of a link that begins with `#`. Without it such links are plain text. */
  onAppLink?: (href: string) => void;
}

/**
 * An answer's markdown. No HTML, no address outside the rules of linkTarget.ts, and nothing loaded from elsewhere. A source
 * that only grows costs its open section: the sections before it are neither lexed nor drawn again.
 */
export const Markdown = memo(function Markdown(props: MarkdownProps) {
  const { source, streaming = false, isQuiet = false, onAppLink } = props;
  const [splitter] = useState(() => new SectionSplitter());
  const openAppLink = useStableHandler(onAppLink);
  const { shown, isBehind } = useIncrementalText(source, streaming);
  const isOpen = streaming || isBehind;
  const { sections, isLastOpen, definitions } = splitter.split(shown, isOpen);
  const names = [classes.markdown, isOpen && classes.streaming, isQuiet && classes.quiet].filter(Boolean).join(" ");
  return (
    <AppLinkContext value={openAppLink}>
      <DefinitionsContext value={definitions}>
        <div className={names}>
          {sections.map(({ raw, isFence }, index) => (
            <MarkdownSection
              // biome-ignore lint/suspicious/noArrayIndexKey: sections only ever follow one another
              key={index}
              raw={raw}
              isFence={isFence}
              isOpen={isLastOpen && index === sections.length - 1}
            />
          ))}
          {isOpen && sections.length === 0 && <p />}
        </div>
      </DefinitionsContext>
    </AppLinkContext>
  );
});

/** The same function at every draw, so that a new handler draws no link again. */
function useStableHandler(handler: ((href: string) => void) | undefined): ((href: string) => void) | null {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  }, [handler]);
  const [stable] = useState(() => (href: string) => latest.current?.(href));
  return handler ? stable : null;
}
