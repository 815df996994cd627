import * as z from "zod/mini";
import { limits } from "./limits.ts";
import { Id, text } from "./primitives.ts";

export const FolderType = z.enum(["prompt", "chat", "workflow"]);
export type FolderType = z.infer<typeof FolderType>;

export const Folder = z.object({
  id: Id,
  name: text(limits.folderNameLength),
  type: FolderType,
  /** Creation time. By default, lists show the newest folder first. */
  date: z.optional(z.string().check(z.maxLength(40))),
  pinned: z.optional(z.boolean()),
  /** True if the folder belongs to a group of people: each of them can hide it, but not rename or delete it. */
  isGroupFolder: z.optional(z.boolean()),
});
export type Folder = z.infer<typeof Folder>;

/**
 * Folders that every person has. They cannot be renamed or deleted. The conversation list hides empty ones. Clients show
 * the names in the person's language.
 */
export const builtInFolders = [
  { id: "agents", name: "Agents", type: "chat", pinned: true },
  { id: "assistants", name: "assistants", type: "prompt", pinned: true },
  { id: "amplify_helpers", name: "Helpers", type: "prompt", pinned: true },
  { id: "custom_instructions", name: "Custom Instructions", type: "prompt", pinned: true },
] as const satisfies readonly Folder[];

export type BuiltInFolderId = (typeof builtInFolders)[number]["id"];

export const isBuiltInFolder = (id: string) => builtInFolders.some((folder) => folder.id === id);
