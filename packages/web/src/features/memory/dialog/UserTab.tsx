import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { personalMemoriesQuery } from "../../../entities/memory/memoryQueries.ts";
import { LoadState } from "./LoadState.tsx";
import { MemoryTable } from "./MemoryTable.tsx";

/** The memories about the person. */
export function UserTab() {
  const query = useQuery(personalMemoriesQuery);
  return (
    <LoadState query={query} loadingLabel={t`Loading memories`} failedText={t`Couldn’t load your memories.`}>
      {(memories) => (
        <MemoryTable
          label={t`Memories about you`}
          memories={memories.filter((memory) => memory.memory_type === "user")}
          emptyText={t`No memories found`}
        />
      )}
    </LoadState>
  );
}
