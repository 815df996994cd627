import { plural, t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMemoryActions } from "../../../entities/memory/memoryActions.ts";
import { memoryCountQuery } from "../../../entities/memory/memoryQueries.ts";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { ConfirmDeletion } from "../ConfirmDeletion.tsx";

/** The button that deletes all memories, with their number. Nothing while there are none, or the number is unknown. */
export function DeleteAllMemories() {
  const { data: count = 0 } = useQuery(memoryCountQuery);
  const { clear } = useMemoryActions();
  const [isAsking, setIsAsking] = useState(false);
  const formatted = formatNumber(count);
  return (
    <>
      {count > 0 && (
        <Button variant="default" onClick={() => setIsAsking(true)}>
          {t`Delete all memories (${formatted})`}
        </Button>
      )}
      <ConfirmDeletion
        isOpen={isAsking}
        title={t`Delete all memories`}
        message={plural(count, {
          one: "Delete # memory, and the facts that wait for you? This cannot be undone.",
          other: "Delete # memories, and the facts that wait for you? This cannot be undone.",
        })}
        confirmLabel={t`Delete all`}
        onDelete={clear}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
