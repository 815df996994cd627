import type { Memory, MemoryProject } from "@lectern/contract";
import type { Actor } from "../../core/context.ts";
import type { MemoryRow, ProjectRow } from "./repository.ts";

export const presentMemory = (row: MemoryRow, { email }: Pick<Actor, "email">): Memory => ({
  id: row.id,
  content: row.content,
  memory_type: row.type,
  memory_type_id: row.project_id ?? row.assistant_id ?? email,
  timestamp: row.created_at.toISOString(),
});

export const presentProject = ({ id, name, created_at }: ProjectRow): MemoryProject => ({
  id,
  project: name,
  timestamp: created_at.toISOString(),
});
