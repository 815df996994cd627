import type { CitationGroup, JsonObject } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { IconChevronDown, IconChevronRight, IconQuote } from "@tabler/icons-react";
import { use, useId, useMemo, useState } from "react";
import { findCitedSentence } from "../../entities/citations/findCitedSentence.ts";
import {
  type AnswerSource,
  getAnswerSources,
  groupSources,
  listSourceNumbers,
  toDocumentPassage,
} from "../../entities/citations/getAnswerSources.ts";
import { listCitedNumbers } from "../../entities/citations/listCitedNumbers.ts";
import { IsInDialogContext, openPassages } from "../../entities/citations/viewerStore.ts";
import { fileMessages } from "../../entities/files/fileMessages.ts";
import { formatNumber } from "../../lib/i18n/formats.ts";
import classes from "./AnswerSourcesFooter.module.css";
import { SourceItem } from "./SourceItem.tsx";

interface AnswerSourcesFooterProps {
  state: JsonObject;
  /** The answer's text so far. */
  text: string;
}

/**
 * A button with the number of sources that an answer cites. It expands the list of these sources; the other passages
 * that the model received are folded below them.
 */
export function AnswerSourcesFooter({ state: { sources }, text }: AnswerSourcesFooterProps) {
  const numbers = useMemo(() => listSourceNumbers({ sources }), [sources]);
  const citedNumbers = [...listCitedNumbers(text, numbers)].sort((a, b) => a - b).join(" ");
  const { cited, uncited } = useMemo(
    () => getAnswerSources({ sources }, new Set(citedNumbers.split(" ").map(Number))),
    [sources, citedNumbers],
  );
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  const isCountShown = cited.length > 0 || uncited.length === 0;
  const isOverDialog = use(IsInDialogContext);
  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconQuote size={16} stroke={1.6} aria-hidden />
        {isCountShown ? plural(cited.length, { one: "# source", other: "# sources" }) : t`Sources`}
        <IconChevronDown size={14} stroke={1.8} aria-hidden className={classes.chevron} />
      </button>
      {isOpen && (
        <section id={panelId} ref={scrollIntoView} className={classes.panel} aria-label={t`Sources`}>
          <h3 className={classes.title}>{t`Sources`}</h3>
          {cited.length === 0 && uncited.length === 0 && <p className={classes.none}>{fileMessages.noSources()}</p>}
          <SourceGroups
            sources={cited}
            onOpen={(source) => {
              const passages = cited.map((each) => toDocumentPassage(each, findCitedSentence(each, text, numbers)));
              openPassages(passages, cited.indexOf(source), { isOverDialog });
            }}
          />
          {uncited.length > 0 && <UncitedSources sources={uncited} isOpenAtFirst={cited.length === 0} />}
        </section>
      )}
    </>
  );
}

/** The panel opens at the end of an answer, which is often at the lower edge of the window. */
const scrollIntoView = (panel: HTMLElement | null) => panel?.scrollIntoView({ block: "nearest" });

/** What the model received and the answer does not cite. */
function UncitedSources({ sources, isOpenAtFirst }: { sources: readonly AnswerSource[]; isOpenAtFirst: boolean }) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const isOverDialog = use(IsInDialogContext);
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
          <SourceGroups
            sources={sources}
            onOpen={(source) => openPassages([toDocumentPassage(source)], 0, { isOverDialog })}
          />
        </div>
      )}
    </>
  );
}

interface SourceGroupsProps {
  sources: readonly AnswerSource[];
  onOpen: (source: AnswerSource) => void;
}

function SourceGroups({ sources, onOpen }: SourceGroupsProps) {
  return groupSources(sources).map(([group, members]) => (
    <section key={group} aria-label={formatGroup(group)}>
      <h4 className={classes.group}>{formatGroup(group)}</h4>
      <ul className={classes.list}>
        {members.map((source, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sources are only added at the end
          <SourceItem key={position} source={source} onOpen={() => onOpen(source)} />
        ))}
      </ul>
    </section>
  ));
}

/** Equals `citationGroupTitles` in English. */
function formatGroup(group: CitationGroup): string {
  switch (group) {
    case "rag":
      return t`Document Search Results (RAG)`;
    case "documentContext":
      return t`Attached Documents`;
    case "images":
      return t`Images`;
  }
}
