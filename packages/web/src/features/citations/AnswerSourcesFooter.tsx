import { plural, t } from "@lingui/core/macro";
import { IconChevronDown, IconQuote } from "@tabler/icons-react";
import { use, useId, useState } from "react";
import type { AnswerPartProps } from "../../entities/chat/slots/chatSlots.ts";
import { findCitedSentence } from "../../entities/citations/findCitedSentence.ts";
import { type AnswerSource, toDocumentPassage } from "../../entities/citations/getAnswerSources.ts";
import { IsInDialogContext, openPassages } from "../../entities/citations/viewerStore.ts";
import classes from "./AnswerSourcesFooter.module.css";
import { SourceGroups } from "./SourceGroups.tsx";
import { SourceItem } from "./SourceItem.tsx";
import { UncitedSources } from "./UncitedSources.tsx";
import { useAnswerSources } from "./useAnswerSources.ts";

/**
 * A button with the number of sources that an answer cites. It expands the list of these sources; the other passages
 * that the model received are folded below them. Nothing if the answer cites none: `statusDetails` then lists what the
 * model received.
 */
export function AnswerSourcesFooter({ state: { sources }, text }: AnswerPartProps) {
  const { cited, uncited, numbers } = useAnswerSources(sources, text);
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  const isOverDialog = use(IsInDialogContext);
  const openCited = (source: AnswerSource) => {
    const passages = cited.map((each) => toDocumentPassage(each, findCitedSentence(each, text, numbers)));
    openPassages(passages, cited.indexOf(source), { isOverDialog });
  };
  if (cited.length === 0) return null;
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
        {plural(cited.length, { one: "# source", other: "# sources" })}
        <IconChevronDown size={14} stroke={1.8} aria-hidden className={classes.chevron} />
      </button>
      {isOpen && (
        <section id={panelId} ref={scrollIntoView} className={classes.panel} aria-label={t`Sources`}>
          <h3 className={classes.title}>{t`Sources`}</h3>
          <SourceGroups sources={cited}>
            {(members) =>
              members.map((source) => (
                <SourceItem
                  key={source.numbers[0]}
                  source={source}
                  keySentence={findCitedSentence(source, text, numbers)}
                  onOpen={() => openCited(source)}
                />
              ))
            }
          </SourceGroups>
          {uncited.length > 0 && <UncitedSources sources={uncited} />}
        </section>
      )}
    </>
  );
}

/** The panel opens at the end of an answer, which is often at the lower edge of the window. */
const scrollIntoView = (panel: HTMLElement | null) => panel?.scrollIntoView({ block: "nearest" });
