import { Fragment, memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Fold } from "./Fold.tsx";
import { countPrecedingFences } from "./fences/fenceIndex.ts";
import { MarkdownSection } from "./MarkdownSection.tsx";
import classes from "./markdown.module.css";
import { AppLinkContext, DefinitionsContext } from "./markdownContext.ts";
import { type Section, SectionSplitter } from "./parse/sectionSplitter.ts";
import { recordRendering } from "./renderedMarkdown.ts";
import { useIncrementalText } from "./useIncrementalText.ts";

/** Something that stands between two blocks of the text. */
export interface MarkdownInsert {
  key: string;
  /** The number of UTF-16 code units of the source that precede it. Inside a block, it stands after the block. */
  offset: number;
  node: ReactNode;
  /** True while it shows by itself that more is coming, so that no caret is needed after it. */
  isActive: boolean;
}

export interface MarkdownProps {
  source: string;
  /** Sorted by their offset. */
  inserts?: readonly MarkdownInsert[];
  /** True while more text may arrive. Open syntax is then closed provisionally, and a caret is shown. */
  streaming?: boolean;
  /** True for smaller, dimmed text, which accompanies the answer. */
  isQuiet?: boolean;
  /** Called with the href when a link that starts with `#` is clicked. Without a handler such links are plain text. */
  onAppLink?: ((href: string) => void) | undefined;
}

/**
 * Renders an answer's markdown. HTML and links that linkTarget.ts does not allow become text; external images become
 * links. While the source grows, only its last section is lexed and rendered again. A long answer is rendered in steps
 * and folded, so that it never blocks the page.
 */
export const Markdown = memo(function Markdown(props: MarkdownProps) {
  const { source, inserts = noInserts, streaming = false, isQuiet = false, onAppLink } = props;
  const [splitter] = useState(() => new SectionSplitter());
  const [wasStreaming] = useState(streaming);
  splitter.setInsertOffsets(useMemo(() => inserts.map(({ offset }) => offset), [inserts]));
  const openAppLink = useStableHandler(onAppLink);
  const { shown, isBehind, isFolded, unfold } = useIncrementalText(source, streaming, splitter.findFenceEnd);
  const isOpen = streaming || isBehind || isFolded;
  const { sections, isLastOpen, definitions } = splitter.split(shown, isOpen);
  const placedInserts = placeInserts(inserts, sections, isBehind ? shown.length : Infinity);
  const lastInserts = placedInserts.get(sections.length) ?? noInserts;
  const isEmpty = sections.length === 0 && lastInserts.length === 0;
  const isInsertActive = lastInserts.at(-1)?.isActive === true;
  const hasCaret = (streaming || (wasStreaming && isBehind)) && !isInsertActive;
  const classNames = [classes.markdown, hasCaret && classes.streaming, isQuiet && classes.quiet]
    .filter(Boolean)
    .join(" ");
  const firstFences = countPrecedingFences(sections);
  const rootRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const countInserts = (index: number) => placedInserts.get(index)?.length ?? 0;
    if (rootRef.current) recordRendering(rootRef.current, { source, sections, isLastOpen, definitions, countInserts });
  });
  // One list with keys: an insert must not remount when text follows it.
  const blocks = sections.flatMap(({ raw, isFence, tableHead = "" }, index) => [
    ...(placedInserts.get(index) ?? noInserts).map(renderInsert),
    <MarkdownSection
      // biome-ignore lint/suspicious/noArrayIndexKey: sections are only appended
      key={index}
      raw={tableHead + raw}
      isFence={isFence}
      isOpen={isLastOpen && index === sections.length - 1}
      firstFence={firstFences[index] ?? 0}
    />,
  ]);
  return (
    <AppLinkContext value={openAppLink}>
      <DefinitionsContext value={definitions}>
        <div ref={rootRef} className={classNames}>
          {[
            ...blocks,
            isFolded && <Fold key="fold" hiddenCharacters={source.length - shown.length} onUnfold={unfold} />,
            ...lastInserts.map(renderInsert),
          ]}
          {((isOpen && isEmpty) || (streaming && lastInserts.at(-1)?.isActive === false)) && <p />}
        </div>
      </DefinitionsContext>
    </AppLinkContext>
  );
});

const noInserts: readonly MarkdownInsert[] = [];

const renderInsert = ({ key, node }: MarkdownInsert) => <Fragment key={`insert ${key}`}>{node}</Fragment>;

/**
 * Returns the inserts up to `maxOffset` by the index of the section that follows them, which is the number of sections
 * for those at the end.
 */
function placeInserts(
  inserts: readonly MarkdownInsert[],
  sections: readonly Section[],
  maxOffset: number,
): Map<number, MarkdownInsert[]> {
  return Map.groupBy(
    inserts.filter(({ offset }) => offset <= maxOffset),
    ({ offset }) => {
      const index = sections.findIndex(({ start }) => start >= offset);
      return index === -1 ? sections.length : index;
    },
  );
}

/** Returns a stable function that calls the latest handler, so that a new handler does not render the links again. */
function useStableHandler(handler: ((href: string) => void) | undefined): ((href: string) => void) | null {
  const latestHandlerRef = useRef(handler);
  useEffect(() => {
    latestHandlerRef.current = handler;
  }, [handler]);
  const [stableHandler] = useState(() => (href: string) => latestHandlerRef.current?.(href));
  return handler ? stableHandler : null;
}
