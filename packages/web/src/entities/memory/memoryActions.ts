import {
  clearMemories,
  createMemoryProject,
  dismissFacts,
  editMemory,
  editMemoryProject,
  type Memory,
  type MemoryProject,
  type MemoryType,
  removeMemory,
  removeMemoryProject,
  restoreMemories,
  saveMemory,
} from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { CallError } from "../../lib/callError.ts";
import { notifyError, notifyUndoable } from "../../ui/notices/notify.tsx";
import { memoryKeys } from "./memoryQueries.ts";

export interface FactToSave {
  content: string;
  type: MemoryType;
  /** The person's email address, or the id of the project or the assistant. */
  targetId: string;
  /** A memory that is deleted for it; null: none. */
  replacedId: string | null;
  /** The pending fact; null: it was found by hand. */
  factId: string | null;
}

/** The changes of memories and projects. Each resolves to whether it succeeded; the queries are then read again. */
export interface MemoryActions {
  saveFact: (fact: FactToSave) => Promise<boolean>;
  edit: (memoryId: string, content: string) => Promise<boolean>;
  /** The notice about it offers to undo it. */
  remove: (memoryId: string) => Promise<boolean>;
  clear: () => Promise<boolean>;
  /** Deletes a fact that waits for a decision. */
  dismiss: (factId: string) => Promise<boolean>;
  /** Resolves to the project; null: it was not created. */
  createProject: (name: string) => Promise<MemoryProject | null>;
  renameProject: (projectId: string, name: string) => Promise<boolean>;
  removeProject: (projectId: string) => Promise<boolean>;
}

export function useMemoryActions(): MemoryActions {
  return createMemoryActions(useQueryClient());
}

/** As specified, most failures are only logged. The component that called shows that nothing was changed. */
function createMemoryActions(cache: QueryClient): MemoryActions {
  const reload = () => cache.invalidateQueries({ queryKey: memoryKeys.all });
  const attempt = async <Result>(what: string, run: () => Promise<Result>, failureText?: string) => {
    try {
      const result = await run();
      await reload();
      return { result };
    } catch (error) {
      console.error(`Memory: ${what} failed.`, error instanceof Error ? error.message : error);
      if (failureText !== undefined) notifyError(failureText, error instanceof CallError ? error : {});
      return null;
    }
  };
  const change = async (...args: Parameters<typeof attempt>) => (await attempt(...args)) !== null;
  return {
    saveFact({ content, type, targetId, replacedId, factId }) {
      const input = {
        ...{ MemoryItem: content, MemoryType: type, MemoryTypeID: targetId },
        ...(replacedId === null ? {} : { replaces: replacedId }),
        ...(factId === null ? {} : { fact_id: factId }),
      };
      return change("saving a memory", () => call(saveMemory, input), t`Failed to save memory item`);
    },
    edit: (memoryId, content) => change("changing a memory", () => call(editMemory, { memory_id: memoryId, content })),
    remove: (memoryId) =>
      change("deleting a memory", async () => {
        const { memory } = await call(removeMemory, { memory_id: memoryId });
        offerUndo(memory, reload);
      }),
    clear: () => change("deleting the memories", () => call(clearMemories, {})),
    dismiss: (factId) => change("dismissing a fact", () => call(dismissFacts, { fact_ids: [factId] })),
    async createProject(name) {
      const create = () => call(createMemoryProject, { ProjectName: name });
      return (await attempt("creating a project", create, t`Failed to create project`))?.result.project ?? null;
    },
    renameProject: (projectId, name) =>
      change("renaming a project", () => call(editMemoryProject, { ProjectID: projectId, ProjectName: name })),
    removeProject: (projectId) =>
      change("deleting a project", () => call(removeMemoryProject, { ProjectID: projectId })),
  };
}

function offerUndo(memory: Memory, reload: () => Promise<void>): void {
  notifyUndoable({
    kind: "removeMemory",
    ids: [memory.id],
    describe: (count) => plural(count, { one: "# memory deleted.", other: "# memories deleted." }),
    async undo() {
      await call(restoreMemories, { memories: [memory] });
      await reload();
    },
  });
}
