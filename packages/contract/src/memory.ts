import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";
import { limits } from "./limits.ts";
import { Id, type JsonObject, Timestamp, text } from "./primitives.ts";

// Facts that a person has saved, so that later answers know them. Nobody else's answers ever use them.

/** Whom a memory is about. `user`: used in all chats; `project`: in its project; `assistant`: if that assistant answers. */
export const MemoryType = z.enum(["user", "assistant", "project"]);
export type MemoryType = z.infer<typeof MemoryType>;

const MemoryContent = text(limits.memoryLength).check(z.trim(), z.minLength(1));
const ProjectName = text(limits.memoryProjectNameLength).check(z.trim(), z.minLength(1));

export const Memory = z.object({
  id: Id,
  content: z.string(),
  memory_type: MemoryType,
  /** The person's email address, or the id of the project or the assistant. */
  memory_type_id: z.string(),
  /** When it was saved. */
  timestamp: Timestamp,
});
export type Memory = z.infer<typeof Memory>;

export const MemoryProject = z.object({
  id: Id,
  /** Its name. */
  project: z.string(),
  timestamp: Timestamp,
});
export type MemoryProject = z.infer<typeof MemoryProject>;

/** A memory that a new fact contradicts, so that the fact may replace it. */
export const ReplaceableMemory = z.pick(Memory, { id: true, content: true, memory_type: true, memory_type_id: true });
export type ReplaceableMemory = z.infer<typeof ReplaceableMemory>;

/** What a model has found in a person's own words. It is no memory until the person saves it. */
export const ExtractedFact = z.object({
  content: z.string(),
  /** Null: it contradicts no memory. */
  replaces: z.nullable(ReplaceableMemory),
});
export type ExtractedFact = z.infer<typeof ExtractedFact>;

/** A fact that was found after an answer of a cloud conversation, and is neither saved nor dismissed yet. */
export const PendingFact = z.extend(ExtractedFact, {
  id: Id,
  conversation_id: Id,
  /** The message of the person that states it. */
  message_id: Id,
  /** The project and the assistant of that message, to which the fact may belong; null: none. */
  project_id: z.nullable(Id),
  assistant_id: z.nullable(Id),
  timestamp: Timestamp,
});
export type PendingFact = z.infer<typeof PendingFact>;

/**
 * A memory that the model had when it wrote an answer, as `state.memories` of the answer names it. Only ids, so that no
 * content of a memory outlives it or goes along with a copy of the chat. `readMemory` returns the contents.
 */
const UsedMemory = z.object({ id: Id, type: MemoryType });
export type UsedMemory = z.infer<typeof UsedMemory>;

/** Returns the memories that an answer names, in the order in which the model got them. */
export function parseUsedMemories(state: JsonObject | undefined): UsedMemory[] {
  const entries = Array.isArray(state?.memories) ? state.memories : [];
  return entries.flatMap((entry) => {
    const { success, data } = UsedMemory.safeParse(entry);
    return success ? [data] : [];
  });
}

const common = { method: "POST", keyScopes: ["full_access"], flag: "memory", responseEnvelope: "body" } as const;
const path = "/memory";

export const extractFacts = defineOp({
  ...common,
  path: `${path}/extract-facts`,
  weight: 20,
  summary:
    "Finds facts about the caller in a text of theirs, with the cheapest model. Nothing is stored; `extracted` says " +
    "which memories of the caller the facts contradict.",
  input: z.object({ user_input: text(limits.memoryInputLength) }),
  output: z.object({
    facts: z.array(z.string()),
    /** The same facts. */
    extracted: z.array(ExtractedFact),
  }),
});

export const saveMemory = defineOp({
  ...common,
  path: `${path}/save-memory`,
  weight: 2,
  summary:
    "Saves a fact. `MemoryTypeID` is the caller's email address, or the id of one of their projects or of an assistant " +
    "that they may use. `replaces` is a memory that is deleted for it, `fact_id` the pending fact that it was. A memory " +
    "with the same text is returned instead of being saved twice.",
  input: z.object({
    MemoryItem: MemoryContent,
    MemoryType,
    MemoryTypeID: text(300).check(z.trim(), z.minLength(1)),
    replaces: z.optional(Id),
    fact_id: z.optional(Id),
  }),
  output: z.object({ memory: Memory }),
});

export const readMemory = defineOp({
  ...common,
  path: `${path}/read-memory`,
  summary:
    "Lists memories of the caller, newest first: those about the person and those of assistants; with `project_id`, " +
    "those of this project; with `memory_ids`, those with these ids, as far as they exist.",
  input: z.object({
    project_id: z.optional(z.nullable(Id)),
    memory_ids: z.optional(z.array(Id).check(z.maxLength(limits.memoriesPerCall))),
  }),
  output: z.object({ memories: z.array(Memory) }),
});

export const editMemory = defineOp({
  ...common,
  path: `${path}/edit-memory`,
  weight: 2,
  summary: "Changes the text of a memory.",
  input: z.object({ memory_id: Id, content: MemoryContent }),
  output: z.object({ memory: Memory }),
});

export const removeMemory = defineOp({
  ...common,
  path: `${path}/remove-memory`,
  summary: "Deletes a memory. What it was is returned, so that `restoreMemories` can undo it.",
  input: z.object({ memory_id: Id }),
  output: z.object({ memory: Memory }),
});

export const clearMemories = defineOp({
  ...common,
  path: `${path}/clear-memories`,
  weight: 5,
  summary:
    "Deletes all memories and pending facts of the caller, but no projects. Returns how many memories they were.",
  input: z.object({}),
  output: z.object({ count: z.number() }),
});

export const restoreMemories = defineOp({
  ...common,
  path: `${path}/restore-memories`,
  weight: 5,
  summary:
    "Saves memories again that were deleted, with their ids and times. Returns how many were restored; those of projects " +
    "that no longer exist are left out.",
  input: z.object({
    memories: z
      .array(z.extend(Memory, { content: MemoryContent, memory_type_id: text(300).check(z.minLength(1)) }))
      .check(z.minLength(1), z.maxLength(limits.memoriesPerCall)),
  }),
  output: z.object({ count: z.number() }),
});

export const countMemories = defineOp({
  ...common,
  path: `${path}/count-memories`,
  summary: "Returns how many memories the caller has: of each type, and in all.",
  input: z.object({}),
  output: z.object({ user: z.number(), project: z.number(), assistant: z.number(), total: z.number() }),
});

export const createMemoryProject = defineOp({
  ...common,
  path: `${path}/create-project`,
  weight: 2,
  summary: "Creates a project. Memories can belong to it, and are used in the chats for which it is chosen.",
  input: z.object({ ProjectName }),
  output: z.object({ project: MemoryProject }),
});

export const getMemoryProjects = defineOp({
  ...common,
  path: `${path}/get-projects`,
  summary: "Lists the caller's projects, newest first. `Email` must be the caller's own address.",
  input: z.object({ Email: text(254).check(z.trim(), z.minLength(1)) }),
  output: z.object({ projects: z.array(MemoryProject) }),
});

export const editMemoryProject = defineOp({
  ...common,
  path: `${path}/edit-project`,
  weight: 2,
  summary: "Renames a project.",
  input: z.object({ ProjectID: Id, ProjectName }),
  output: z.object({ project: MemoryProject }),
});

export const removeMemoryProject = defineOp({
  ...common,
  path: `${path}/remove-project`,
  summary: "Deletes a project with its memories. Returns how many they were.",
  input: z.object({ ProjectID: Id }),
  output: z.object({ count: z.number() }),
});

export const listPendingFacts = defineOp({
  ...common,
  path: `${path}/list-facts`,
  summary:
    "Lists the facts that were found after answers and are neither saved nor dismissed, oldest first: of one " +
    "conversation, or of all.",
  input: z.object({ conversation_id: z.optional(Id) }),
  output: z.object({ facts: z.array(PendingFact) }),
});

export const dismissFacts = defineOp({
  ...common,
  path: `${path}/dismiss-facts`,
  summary: "Deletes pending facts. Those that do not exist are ignored.",
  input: z.object({ fact_ids: z.array(Id).check(z.minLength(1), z.maxLength(limits.pendingFacts)) }),
  output: z.object({}),
});
