import type { MemoryType } from "@lectern/contract";

/** To what a memory belongs. */
export type MemoryTarget =
  | { type: "user" }
  | { type: "project"; projectId: string }
  | { type: "assistant"; assistantId: string };

/** The target of a type and of the id that the wire has for it. */
export function toTarget(type: MemoryType, id: string): MemoryTarget {
  if (type === "project") return { type, projectId: id };
  return type === "assistant" ? { type, assistantId: id } : { type };
}

/** The columns of a target. */
export const toTargetColumns = (target: MemoryTarget) => ({
  type: target.type,
  project_id: target.type === "project" ? target.projectId : null,
  assistant_id: target.type === "assistant" ? target.assistantId : null,
});
