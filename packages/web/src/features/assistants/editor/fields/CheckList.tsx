import { t } from "@lingui/core/macro";
import { VisuallyHidden } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconCircle, IconMinus } from "@tabler/icons-react";
import classes from "../Editor.module.css";
import type { AssistantEditor } from "../useAssistantEditor.ts";
import { Section } from "./Section.tsx";
import { formatOpenChecks, useChecks } from "./useChecks.ts";

/** What to check before other people chat with the assistant. Each problem leads to its field. */
export function CheckList({ editor }: { editor: AssistantEditor }) {
  const { group, focusField } = editor;
  const isPublished = group !== null && editor.isPublished;
  const state = useChecks(editor);
  // Only the assistants of groups are published.
  const readyText = group === null ? t`Ready to save` : t`Ready to publish`;
  const { checks, openChecks, isBeginning } = state;
  return (
    <Section
      title={t`Checklist`}
      note={openChecks.length > 0 ? formatOpenChecks(state) : isPublished ? t`Published` : readyText}
      isOpenAtFirst
      field="checklist"
    >
      {/* A name of its own for the focus, because the heading of the section closes it. */}
      <ul className={classes.checks} data-draft-field="openChecks">
        {checks.map(({ id, isPassed, isEmpty = false, text, field }) => (
          <li key={id} className={classes.check} data-state={getState({ isPassed, isEmpty, isBeginning })}>
            <CheckMark isPassed={isPassed} isEmpty={isEmpty} isBeginning={isBeginning} />
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

interface CheckState {
  isPassed: boolean;
  isEmpty: boolean;
  isBeginning: boolean;
}

function getState({ isPassed, isEmpty, isBeginning }: CheckState): "empty" | "passed" | "step" | "problem" {
  if (isEmpty) return "empty";
  if (isPassed) return "passed";
  return isBeginning ? "step" : "problem";
}

const icons = { empty: IconMinus, passed: IconCheck, step: IconCircle, problem: IconAlertTriangle };

function CheckMark(state: CheckState) {
  const Icon = icons[getState(state)];
  return (
    <>
      <Icon size={16} stroke={1.8} aria-hidden />
      {!state.isEmpty && <VisuallyHidden>{state.isPassed ? t`Done:` : t`To do:`}</VisuallyHidden>}
    </>
  );
}
