import type { Conversation } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { IconBrain, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { dropFoundFact, endFactSearch, useFactSearches } from "../../../entities/memory/foundFacts.ts";
import { useMemoryActions } from "../../../entities/memory/memoryActions.ts";
import { pendingFactsQuery } from "../../../entities/memory/memoryQueries.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import classes from "./FactsPanel.module.css";
import { FactTable } from "./FactTable.tsx";
import type { ShownFact } from "./shownFact.ts";

/** The facts that were detected in a conversation, which the person saves or dismisses. */
export function FactsPanel({ conversation }: { conversation: Conversation }) {
  const { id, isLocal, messages } = conversation;
  const { data: pending = [] } = useQuery({ ...pendingFactsQuery(id), enabled: !isLocal && messages.length > 0 });
  const search = useFactSearches((searches) => searches[id]);
  const { dismiss } = useMemoryActions();
  const [isOpen, setIsOpen] = useState(false);
  // Gone at once, although the server may take a while.
  const [droppedIds, setDroppedIds] = useState<ReadonlySet<string>>(new Set());
  const [hasFailed, setHasFailed] = useState(false);
  const panelId = useId();
  const facts: ShownFact[] = [
    ...pending
      .filter((fact) => !droppedIds.has(fact.id))
      .map((fact) => ({ ...fact, isStored: true, projectId: fact.project_id, assistantId: fact.assistant_id })),
    ...(search?.facts ?? []).map((fact) => ({ ...fact, isStored: false, projectId: null, assistantId: null })),
  ];
  const drop = async (fact: ShownFact, isSaved: boolean) => {
    setHasFailed(false);
    if (!fact.isStored) return dropFoundFact(id, fact.id);
    setDroppedIds((ids) => new Set(ids).add(fact.id));
    if (isSaved || (await dismiss(fact.id))) return;
    setDroppedIds((ids) => new Set([...ids].filter((each) => each !== fact.id)));
    setHasFailed(true);
  };
  if (!search && facts.length === 0) return null;
  return (
    <fieldset className={classes.panel} aria-label={t`Detected facts`}>
      <div className={classes.head}>
        <IconBrain size={16} stroke={1.6} aria-hidden />
        <p role="status" className={classes.count}>
          {describe(search?.status, facts.length)}
        </p>
        {facts.length > 0 ? (
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-controls={isOpen ? panelId : undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? t`Hide facts` : t`Show facts`}
          </button>
        ) : (
          search?.status !== "searching" && (
            <IconButton name={t`Dismiss`} size={24} onClick={() => endFactSearch(id)}>
              <IconX size={14} stroke={1.8} />
            </IconButton>
          )
        )}
      </div>
      {isOpen && facts.length > 0 && (
        <div id={panelId} className={classes.scroller}>
          <FactTable conversation={conversation} facts={facts} onDone={drop} />
        </div>
      )}
      <p role="status" className={classes.problem}>
        {hasFailed && t`The fact wasn’t dismissed. Try again.`}
      </p>
    </fieldset>
  );
}

function describe(status: "searching" | "found" | "failed" | undefined, count: number): string {
  const found = plural(count, { one: "# fact detected", other: "# facts detected" });
  if (status === "searching") return t`Searching for facts…`;
  if (count > 0) return found;
  return status === "failed" ? t`The search for facts failed.` : t`No facts detected.`;
}
