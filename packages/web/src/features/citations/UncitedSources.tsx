import { t } from "@lingui/core/macro";
import { IconChevronRight } from "@tabler/icons-react";
import { use, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import {
  type AnswerSource,
  groupByDocument,
  groupSources,
  toDocumentPassage,
} from "../../entities/citations/getAnswerSources.ts";
import { IsInDialogContext, openPassages } from "../../entities/citations/viewerStore.ts";
import { formatNumber } from "../../lib/i18n/formats.ts";
import classes from "./AnswerSourcesFooter.module.css";
import { SourceDocument } from "./SourceDocument.tsx";
import { SourceGroups } from "./SourceGroups.tsx";

/** What the model received and the answer does not cite, folded. */
export function UncitedSources({ sources }: { sources: readonly AnswerSource[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  const count = formatNumber(sources.length);
  return (
    <>
      <button
        type="button"
        className={classes.fold}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconChevronRight size={14} stroke={1.8} aria-hidden className={classes.foldChevron} />
        {sources.some(({ group }) => group === "rag") ? t`Also searched (${count})` : t`Also read (${count})`}
      </button>
      {isOpen && (
        <div id={listId}>
          <SourcesByDocument sources={sources} />
        </div>
      )}
    </>
  );
}

/** How many passages are listed at first. */
const maxAtFirst = 8;

/** The first passages below the names of their documents, and a button that lists the rest. */
function SourcesByDocument({ sources }: { sources: readonly AnswerSource[] }) {
  const [areAllShown, setAreAllShown] = useState(false);
  const isOverDialog = use(IsInDialogContext);
  // In the order of the list, so that the button only adds passages at its end.
  const ordered = groupSources(sources).flatMap(([, members]) =>
    groupByDocument(members).flatMap(([, passages]) => passages),
  );
  const shown = areAllShown ? ordered : ordered.slice(0, maxAtFirst);
  const listRef = useRef<HTMLDivElement>(null);
  const listButtons = () => [...(listRef.current?.querySelectorAll("button") ?? [])];
  const showAll = () => {
    const earlierButtons = new Set(listButtons());
    flushSync(() => setAreAllShown(true));
    // The pressed button is gone, so the focus moves to the first of those that it added.
    const buttons = listButtons();
    (buttons.find((button) => !earlierButtons.has(button)) ?? buttons.at(-1))?.focus();
  };
  return (
    <div ref={listRef}>
      <SourceGroups sources={shown}>
        {(members) =>
          groupByDocument(members).map(([id, passages]) => (
            <SourceDocument
              key={id}
              passages={passages}
              onOpen={(source) => openPassages([toDocumentPassage(source)], 0, { isOverDialog })}
            />
          ))
        }
      </SourceGroups>
      {shown.length < ordered.length && (
        <button type="button" className={classes.showAll} onClick={showAll}>
          {t`Show all`}
        </button>
      )}
    </div>
  );
}
