import type { Memory, MemoryType, UsedMemory } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { memoriesByIdQuery } from "../../../entities/memory/memoryQueries.ts";
import { useMemoryEvents } from "../../../entities/memory/useMemoryEvents.ts";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import { DeleteMemoryDialog } from "../DeleteMemoryDialog.tsx";
import { EditButtons } from "../EditButtons.tsx";
import { MemoryField } from "../MemoryField.tsx";
import { useMemoryEdit } from "../useMemoryEdit.ts";
import classes from "./UsedMemories.module.css";

/** The memories of an answer as they are now, each of which can be edited and deleted. */
export function UsedMemoryList({ used }: { used: readonly UsedMemory[] }) {
  const query = useQuery(memoriesByIdQuery(used.map(({ id }) => id)));
  const [deleted, setDeleted] = useState<Memory | null>(null);
  useMemoryEvents();
  const { data: found, isError, isFetching, refetch } = query;
  if (!found) {
    if (!isError) return <ListSkeleton rows={used.length} label={t`Loading memories`} />;
    return (
      <div className={classes.failed}>
        <p role="status">{t`Couldn’t load the memories.`}</p>
        <Button variant="default" size="xs" loading={isFetching} onClick={() => void refetch()}>
          {t`Try again`}
        </Button>
      </div>
    );
  }
  const byId = new Map(found.map((memory) => [memory.id, memory]));
  const shown = used.flatMap(({ id }) => byId.get(id) ?? []);
  const goneCount = used.length - shown.length;
  return (
    <>
      <ul className={classes.list}>
        {shown.map((memory) => (
          <UsedMemoryItem key={memory.id} memory={memory} onDelete={() => setDeleted(memory)} />
        ))}
      </ul>
      {goneCount > 0 && (
        <p className={classes.gone}>
          {plural(goneCount, { one: "# memory no longer exists.", other: "# memories no longer exist." })}
        </p>
      )}
      <DeleteMemoryDialog memory={deleted} onClose={() => setDeleted(null)} />
    </>
  );
}

function UsedMemoryItem({ memory, onDelete }: { memory: Memory; onDelete: () => void }) {
  const edit = useMemoryEdit(memory);
  const contentId = useId();
  return (
    <li className={classes.item}>
      <div className={classes.content}>
        {edit.status === "viewing" ? (
          <span id={contentId} dir="auto">
            {memory.content}
          </span>
        ) : (
          <MemoryField edit={edit} />
        )}
        <span className={classes.type}>{describeType(memory.memory_type)}</span>
      </div>
      <div className={classes.actions}>
        <EditButtons edit={edit} describedBy={contentId} onDelete={onDelete} />
      </div>
    </li>
  );
}

function describeType(type: MemoryType): string {
  switch (type) {
    case "user":
      return t`About you`;
    case "project":
      return t`Of the project`;
    case "assistant":
      return t`Of the assistant`;
    default:
      return type satisfies never;
  }
}
