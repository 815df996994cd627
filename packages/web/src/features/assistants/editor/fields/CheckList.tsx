import { t } from "@lingui/core/macro";
import { VisuallyHidden } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconMinus } from "@tabler/icons-react";
import classes from "../Editor.module.css";
import type { AssistantEditor } from "../useAssistantEditor.ts";
import { Section } from "./Section.tsx";
import { formatOpenChecks, useChecks } from "./useChecks.ts";

/** What to check before other people chat with the assistant. Each problem leads to its field. */
export function CheckList({ editor }: { editor: AssistantEditor }) {
  const { group, definition, focusField } = editor;
  const isPublished = group !== null && definition?.isPublished === true;
  const { checks, openChecks } = useChecks(editor);
  return (
    <Section
      title={t`Checklist`}
      note={
        openChecks.length > 0 ? formatOpenChecks(openChecks.length) : isPublished ? t`Published` : t`Ready to publish`
      }
      isOpenAtFirst
      field="checklist"
    >
      <ul className={classes.checks}>
        {checks.map(({ id, isPassed, isEmpty = false, text, field }) => (
          <li key={id} className={classes.check} data-state={isEmpty ? "empty" : isPassed ? "passed" : "problem"}>
            <CheckMark isPassed={isPassed} isEmpty={isEmpty} />
            {isPassed ? (
              <span>{text}</span>
            ) : (
              <button type="button" className={classes.link} onClick={() => focusField(field)}>
                {text}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function CheckMark({ isPassed, isEmpty }: { isPassed: boolean; isEmpty: boolean }) {
  if (isEmpty) return <IconMinus size={16} stroke={2} aria-hidden />;
  return (
    <>
      {isPassed ? <IconCheck size={16} stroke={2} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
      <VisuallyHidden>{isPassed ? t`Done:` : t`To do:`}</VisuallyHidden>
    </>
  );
}
