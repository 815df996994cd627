import { Fragment, type ReactNode, useMemo, useState } from "react";
import { countPrecedingFences } from "./fences/fenceIndex.ts";
import { MarkdownSection } from "./MarkdownSection.tsx";
import classes from "./markdown.module.css";
import { AppLinkContext, DefinitionsContext } from "./markdownContext.ts";
import { SectionSplitter } from "./parse/sectionSplitter.ts";
import type { SourceRange } from "./positions/sourceText.ts";

interface PartialSourceProps {
  source: string;
  /** The part whose sections are shown as source. */
  range: SourceRange;
  /** Shown in the place of the part. */
  part: ReactNode;
  /** Shown after the sections with the part. */
  belowPart: ReactNode;
  /** Returns what is shown between two sections, at the beginning or at the end, or null. */
  renderGap: (offset: number) => ReactNode;
}

/** Renders Markdown, of which the sections with a part show their source. */
export function PartialSource({ source, range, part, belowPart, renderGap }: PartialSourceProps) {
  const [splitter] = useState(() => new SectionSplitter());
  const { sections, definitions } = splitter.split(source, false);
  const firstFences = useMemo(() => countPrecedingFences(sections), [sections]);
  const isInRange = (start: number, end: number) => start < range.end && end > range.start;
  const shown = sections.filter(({ start, raw }) => isInRange(start, start + raw.length));
  const [first] = shown;
  const shownStart = first ? first.start : source.length;
  const shownEnd = shown.reduce((_, { start, raw }) => start + raw.length, shownStart);
  return (
    <AppLinkContext value={null}>
      <DefinitionsContext value={definitions}>
        <div className={classes.markdown}>
          {sections.map((section, index) => {
            const { raw, start, isFence, tableHead = "" } = section;
            const isShown = shown.includes(section);
            // The rows of a divided table stay together.
            const gap = (isShown && section !== first) || tableHead !== "" ? null : renderGap(start);
            return (
              <Fragment key={start}>
                {gap}
                {section === first && (
                  <>
                    <div className={classes.source}>
                      {source.slice(shownStart, range.start)}
                      {part}
                      {source.slice(range.end, shownEnd).trimEnd()}
                    </div>
                    {belowPart}
                  </>
                )}
                {!isShown && (
                  <MarkdownSection
                    raw={tableHead + raw}
                    isFence={isFence}
                    isOpen={false}
                    firstFence={firstFences[index] ?? 0}
                  />
                )}
              </Fragment>
            );
          })}
          {renderGap(source.length)}
        </div>
      </DefinitionsContext>
    </AppLinkContext>
  );
}
