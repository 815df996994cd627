import { memo, useEffect, useRef, useState } from "react";
import { Fold } from "./Fold.tsx";
import { MarkdownSection } from "./MarkdownSection.tsx";
import classes from "./markdown.module.css";
import { AppLinkContext, DefinitionsContext } from "./markdownContext.ts";
import { SectionSplitter } from "./parse/sectionSplitter.ts";
import { useIncrementalText } from "./useIncrementalText.ts";

export interface MarkdownProps {
  source: string;
  /** True while more text may arrive. Open syntax is then closed provisionally, and a caret is shown. */
  streaming?: boolean;
  /** True for smaller, dimmed text, which accompanies the answer. */
  isQuiet?: boolean;
  /** Called with the href when a link that starts with `#` is clicked. Without a handler such links are plain text. */
  onAppLink?: (href: string) => void;
}

/**
 * Renders an answer's markdown. HTML and links that linkTarget.ts does not allow become text; external images become
 * links. While the source grows, only its last section is lexed and rendered again. A long answer is rendered in steps
 * and folded, so that it never blocks the page.
 */
export const Markdown = memo(function Markdown(props: MarkdownProps) {
  const { source, streaming = false, isQuiet = false, onAppLink } = props;
  const [splitter] = useState(() => new SectionSplitter());
  const [wasStreaming] = useState(streaming);
  const openAppLink = useStableHandler(onAppLink);
  const { shown, isBehind, isFolded, unfold } = useIncrementalText(source, streaming, splitter.findFenceEnd);
  const isOpen = streaming || isBehind || isFolded;
  const { sections, isLastOpen, definitions } = splitter.split(shown, isOpen);
  const hasCaret = streaming || (wasStreaming && isBehind);
  const classNames = [classes.markdown, hasCaret && classes.streaming, isQuiet && classes.quiet]
    .filter(Boolean)
    .join(" ");
  return (
    <AppLinkContext value={openAppLink}>
      <DefinitionsContext value={definitions}>
        <div className={classNames}>
          {sections.map(({ raw, isFence, tableHead = "" }, index) => (
            <MarkdownSection
              // biome-ignore lint/suspicious/noArrayIndexKey: sections are only appended
              key={index}
              raw={tableHead + raw}
              isFence={isFence}
              isOpen={isLastOpen && index === sections.length - 1}
            />
          ))}
          {isOpen && sections.length === 0 && <p />}
          {isFolded && <Fold hiddenCharacters={source.length - shown.length} onUnfold={unfold} />}
        </div>
      </DefinitionsContext>
    </AppLinkContext>
  );
});

/** Returns a stable function that calls the latest handler, so that a new handler does not render the links again. */
function useStableHandler(handler: ((href: string) => void) | undefined): ((href: string) => void) | null {
  const latestHandlerRef = useRef(handler);
  useEffect(() => {
    latestHandlerRef.current = handler;
  }, [handler]);
  const [stableHandler] = useState(() => (href: string) => latestHandlerRef.current?.(href));
  return handler ? stableHandler : null;
}
