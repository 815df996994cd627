import { type AssistantContent, isCustomApi } from "@lectern/contract";
import type { Platform } from "../../../core/context.ts";
import { sealSecrets } from "../../operations/service.ts";
import { listStoredRequests } from "./repository.ts";

/**
 * Returns a content whose custom APIs have sealed secrets. A secret that is not entered again is that of the newest version
 * that has it. `assistantId`: null for a new assistant. Throws the error of `sealSecrets`.
 */
export async function sealOperations(
  { db, secrets }: Pick<Platform, "db" | "secrets">,
  assistantId: string | null,
  content: AssistantContent,
): Promise<AssistantContent> {
  const { operations } = content.data;
  const customApiIds = operations.filter(isCustomApi).map(({ id }) => id);
  if (customApiIds.length === 0) return content;
  const stored = assistantId === null ? [] : await listStoredRequests(db, assistantId, customApiIds);
  const storedById = Map.groupBy(stored, ({ id }) => id);
  const sealedOperations = operations.map((operation) =>
    isCustomApi(operation) ? sealSecrets(secrets, operation, storedById.get(operation.id) ?? []) : operation,
  );
  return { ...content, data: { ...content.data, operations: sealedOperations } };
}
