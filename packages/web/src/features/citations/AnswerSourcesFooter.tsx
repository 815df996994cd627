import { plural, t } from "@lingui/core/macro";
import { IconQuote } from "@tabler/icons-react";
import { use } from "react";
import type { AnswerPartProps } from "../../entities/chat/slots/chatSlots.ts";
import { findCitedSentence } from "../../entities/citations/findCitedSentence.ts";
import { type AnswerSource, toDocumentPassage } from "../../entities/citations/getAnswerSources.ts";
import { IsInDialogContext, openPassages } from "../../entities/citations/viewerStore.ts";
import { FootDisclosure } from "../../ui/disclosure/FootDisclosure.tsx";
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
  const isOverDialog = use(IsInDialogContext);
  const openCited = (source: AnswerSource) => {
    const passages = cited.map((each) => toDocumentPassage(each, findCitedSentence(each, text, numbers)));
    openPassages(passages, cited.indexOf(source), { isOverDialog });
  };
  if (cited.length === 0) return null;
  return (
    <FootDisclosure
      icon={<IconQuote size={16} stroke={1.6} aria-hidden />}
      label={plural(cited.length, { one: "# source", other: "# sources" })}
      title={t`Sources`}
      className={classes.panel}
    >
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
    </FootDisclosure>
  );
}
