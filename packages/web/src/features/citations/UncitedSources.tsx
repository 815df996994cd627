import { t } from "@lingui/core/macro";
import { IconChevronRight } from "@tabler/icons-react";
import { useId, useState } from "react";
import type { AnswerSource } from "../../entities/citations/getAnswerSources.ts";
import { formatNumber } from "../../lib/i18n/formats.ts";
import classes from "./AnswerSourcesFooter.module.css";
import { SourcesByDocument } from "./SourcesByDocument.tsx";

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
