import type { Conversation } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useConversationAssistant } from "../../../entities/assistants/useConversationAssistant.ts";
import { memoryProjectsQuery } from "../../../entities/memory/memoryQueries.ts";
import { focusField } from "../../../entities/shell/focusTargets.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { useIsNarrow } from "../../../lib/device.ts";
import { FactRow } from "./FactRow.tsx";
import classes from "./FactsPanel.module.css";
import type { ShownFact } from "./shownFact.ts";

interface FactTableProps {
  conversation: Conversation;
  facts: readonly ShownFact[];
  /** Called when a fact was saved or dismissed. */
  onDone: (fact: ShownFact, isSaved: boolean) => void;
}

export function FactTable({ conversation, facts, onDone }: FactTableProps) {
  const { user } = useWorkspace();
  const isNarrow = useIsNarrow();
  const { data: projects = [] } = useQuery(memoryProjectsQuery(user.email));
  const assistant = useConversationAssistant(conversation);
  const chatAssistantId = assistant.status === "ready" ? assistant.id : null;
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const end = (fact: ShownFact, index: number, isSaved: boolean) => {
    moveFocus(bodyRef.current, { id: fact.id, index }, isSaved);
    onDone(fact, isSaved);
  };
  return (
    <table className={classes.table} aria-label={t`Detected facts`}>
      <thead>
        <tr>
          <th scope="col">{t`Fact`}</th>
          <th scope="col">{t`Fact Type`}</th>
          <th scope="col">{t`Project`}</th>
          {!isNarrow && <th scope="col">{t`Actions`}</th>}
        </tr>
      </thead>
      <tbody ref={bodyRef}>
        {facts.map((fact, index) => (
          <FactRow
            key={fact.id}
            fact={fact}
            email={user.email}
            projects={projects}
            defaultProjectId={fact.projectId ?? conversation.projectId ?? null}
            assistantId={fact.assistantId ?? chatAssistantId}
            isNarrow={isNarrow}
            onDone={(isSaved) => end(fact, index, isSaved)}
          />
        ))}
      </tbody>
    </table>
  );
}

/**
 * Moves the focus from a fact that is about to go to the same button of the next one, or to the message field, so that the
 * keyboard does not start again at the top of the page. Leaves a focus that is elsewhere by now.
 */
function moveFocus(
  body: HTMLTableSectionElement | null,
  { id, index }: { id: string; index: number },
  isSaved: boolean,
): void {
  const rows = Array.from(body?.rows ?? []);
  const own = rows.findIndex((row) => row.dataset.fact === id);
  const { activeElement } = document;
  // A button that is loading has lost the focus to the page.
  if (activeElement !== document.body && !rows[own]?.contains(activeElement)) return;
  // Facts that were read again no longer have one that is saved.
  const next = own < 0 ? (rows[index] ?? rows.at(-1)) : (rows[own + 1] ?? rows[own - 1]);
  const buttons = next?.querySelectorAll("button");
  if (buttons) buttons[isSaved ? 0 : 1]?.focus();
  else focusField("message");
}
