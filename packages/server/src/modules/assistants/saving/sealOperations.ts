import type { AssistantContent, AssistantOperation } from "@lectern/contract";
import type { Platform } from "../../../core/context.ts";
import type { Db } from "../../../platform/db/database.ts";
import { sealSecrets } from "../../operations/service.ts";
import { listOperationsOfVersions } from "./repository.ts";

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
  if (!operations.some(isCustomApi)) return content;
  const stored = assistantId === null ? [] : await listOperationsOfVersions(db, assistantId);
  const sealedOperations = operations.map((operation) =>
    isCustomApi(operation)
      ? sealSecrets(
          secrets,
          operation,
          stored.filter(({ id }) => id === operation.id),
        )
      : operation,
  );
  return { ...content, data: { ...content.data, operations: sealedOperations } };
}

const isCustomApi = ({ type }: AssistantOperation) => type === "http";

/** Finds a custom API of an assistant with its sealed secrets, as it was saved last. */
export async function findStoredOperations(db: Db, assistantId: string, operationId: string) {
  const stored = await listOperationsOfVersions(db, assistantId);
  return stored.filter((operation) => isCustomApi(operation) && operation.id === operationId);
}
