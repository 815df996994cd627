import type { AssistantSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { removeAssistant } from "../../../entities/assistants/removeAssistant.ts";
import { toErrorDetails } from "../../../entities/conversations/toErrorDetails.ts";
import { listNames, quoteName } from "../../../lib/text/listNames.ts";
import { notifyError, notifySuccess } from "../../../ui/notices/notify.tsx";

export interface AssistantName {
  assistantId: string;
  name: string;
  /** Who shares it with the person; null or absent if it belongs to the person or a group. */
  owner?: AssistantSummary["owner"];
}

/** Where a person deletes assistants. Each place has its text for a failure. */
export type DeletionPlace = "editor" | "overview" | "panel";

/** Deletes assistants one by one and says how it ended. Returns the ids of those that are deleted. Never rejects. */
export async function deleteAssistants(assistants: readonly AssistantName[], place: DeletionPlace): Promise<string[]> {
  const failed: { name: string; error: unknown }[] = [];
  const deletedIds: string[] = [];
  for (const { assistantId, name } of assistants) {
    try {
      await removeAssistant(assistantId);
      deletedIds.push(assistantId);
    } catch (error) {
      failed.push({ name, error });
    }
  }
  const [first] = failed;
  const names = failed.map(({ name }) => name).join(", ");
  if (first) notifyError(formatFailure(place, names), toErrorDetails(first.error));
  else
    notifySuccess(
      t`Successfully deleted assistant.`,
      listNames(
        assistants.map(({ name }) => name),
        quoteName,
      ),
    );
  return deletedIds;
}

/** The texts of the specification, without a change. */
function formatFailure(place: DeletionPlace, names: string): string {
  switch (place) {
    case "editor":
      return t`Unable to delete this assistant at this time...`;
    case "overview":
      return t`Assistant(s): ${names} failed to delete.`;
    case "panel":
      return t`Failed to delete assistant. Please try again.`;
    default:
      return place satisfies never;
  }
}
