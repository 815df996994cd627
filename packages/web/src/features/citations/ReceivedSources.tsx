import { t } from "@lingui/core/macro";
import { VisuallyHidden } from "@mantine/core";
import type { AnswerPartProps } from "../../entities/chat/slots/chatSlots.ts";
import { fileMessages } from "../../entities/files/fileMessages.ts";
import classes from "./AnswerSourcesFooter.module.css";
import { SourcesByDocument } from "./SourcesByDocument.tsx";
import { useAnswerSources } from "./useAnswerSources.ts";

/** What the model received for an answer that cites none of it. */
export function ReceivedSources({ state: { sources }, text, isStreaming }: AnswerPartProps) {
  const { cited, uncited } = useAnswerSources(sources, text);
  return (
    <section className={classes.received} aria-label={t`Sources`}>
      <VisuallyHidden component="h3">{t`Sources`}</VisuallyHidden>
      {cited.length === 0 && uncited.length === 0 && <p className={classes.none}>{fileMessages.noSources()}</p>}
      {cited.length === 0 && uncited.length > 0 && text !== "" && !isStreaming && (
        <p className={classes.none}>{t`The answer cites none of these passages.`}</p>
      )}
      <SourcesByDocument sources={uncited} />
    </section>
  );
}
