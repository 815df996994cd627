import { t } from "@lingui/core/macro";
import { use, useRef, useState } from "react";
import { flushSync } from "react-dom";
import {
  type AnswerSource,
  groupByDocument,
  groupSources,
  toDocumentPassage,
} from "../../entities/citations/getAnswerSources.ts";
import { IsInDialogContext, openPassages } from "../../entities/citations/viewerStore.ts";
import classes from "./AnswerSourcesFooter.module.css";
import { SourceDocument } from "./SourceDocument.tsx";
import { SourceGroups } from "./SourceGroups.tsx";

/** How many passages are listed at first. */
const maxAtFirst = 8;

/** The first passages below the names of their documents, and a button that lists the rest. */
export function SourcesByDocument({ sources }: { sources: readonly AnswerSource[] }) {
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
