import { plural, t } from "@lingui/core/macro";
import { VisuallyHidden } from "@mantine/core";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useModels } from "../../../../entities/models/useModels.ts";
import { checkAssistant } from "../draft/checkAssistant.ts";
import classes from "../Editor.module.css";
import { focusDraftField } from "../focusDraftField.ts";
import type { AssistantEditor } from "../useAssistantEditor.ts";
import { Section } from "./Section.tsx";

/** What to check before other people chat with the assistant. Each problem leads to its field. */
export function CheckList({ editor: { draftState, documents, definition, group } }: { editor: AssistantEditor }) {
  const isPublished = group !== null && definition?.isPublished === true;
  const { models, default: defaultModel, status } = useModels();
  const checks = checkAssistant(draftState.draft, {
    documents: documents.all,
    models: status === "ready" ? models : null,
    defaultModel,
  });
  const problemCount = checks.filter(({ isPassed }) => !isPassed).length;
  return (
    <Section
      title={t`Check list`}
      note={
        problemCount === 0
          ? isPublished
            ? t`Published`
            : t`Ready to publish`
          : plural(problemCount, { one: "# open point", other: "# open points" })
      }
      isOpenAtFirst
    >
      <ul className={classes.checks}>
        {checks.map(({ id, isPassed, text, field }) => (
          <li key={id} className={classes.check} data-problem={!isPassed || undefined}>
            {isPassed ? <IconCheck size={16} stroke={2} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
            <VisuallyHidden>{isPassed ? t`Done:` : t`Open:`}</VisuallyHidden>
            {isPassed ? (
              <span>{text}</span>
            ) : (
              <button type="button" className={classes.link} onClick={() => focusDraftField(field)}>
                {text}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
