import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { assistantsQuery } from "../../../entities/assistants/useAssistants.ts";
import { personalMemoriesQuery } from "../../../entities/memory/memoryQueries.ts";
import { LoadState } from "./LoadState.tsx";
import classes from "./MemoryDialog.module.css";
import { MemoryTable } from "./MemoryTable.tsx";

/** The assistants of the person, and what is remembered for the selected one. */
export function AssistantsTab() {
  const assistantsResult = useQuery(assistantsQuery);
  const memoriesResult = useQuery(personalMemoriesQuery);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const selected = assistantsResult.data?.find(({ assistantId }) => assistantId === selectedId);
  return (
    <div className={classes.split}>
      <div className={classes.choices}>
        <LoadState
          query={assistantsResult}
          loadingLabel={t`Loading assistants`}
          failedText={t`Couldn’t load the assistants.`}
        >
          {(assistants) =>
            assistants.length === 0 ? (
              <p className={classes.empty}>{t`No assistants found`}</p>
            ) : (
              <ul className={classes.names} aria-label={t`Assistants`}>
                {assistants.map(({ assistantId, name }) => (
                  <li key={assistantId}>
                    <button
                      type="button"
                      className={classes.name}
                      dir="auto"
                      aria-current={assistantId === selectedId ? "true" : undefined}
                      onClick={() => setSelectedId(assistantId)}
                    >
                      {name}
                    </button>
                  </li>
                ))}
              </ul>
            )
          }
        </LoadState>
      </div>
      <div>
        {selected ? (
          <LoadState
            query={memoriesResult}
            loadingLabel={t`Loading memories`}
            failedText={t`Couldn’t load the memories.`}
          >
            {(memories) => (
              <MemoryTable
                label={t`Memories of ${selected.name}`}
                memories={memories.filter(
                  ({ memory_type, memory_type_id }) =>
                    memory_type === "assistant" && memory_type_id === selected.assistantId,
                )}
                emptyText={t`No memories for this assistant`}
                isReadOnly
              />
            )}
          </LoadState>
        ) : (
          <p className={classes.empty}>{t`Select an assistant from the sidebar to view its memories`}</p>
        )}
      </div>
    </div>
  );
}
