import { type AssistantSummary, createAssistant } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { assistantKeys, assistantQuery } from "../../../entities/assistants/useAssistants.ts";
import { toErrorDetails } from "../../../entities/conversations/toErrorDetails.ts";
import { call } from "../../../lib/call.ts";
import { notifyError, notifyUndoable } from "../../../ui/notices/notify.tsx";
import { toContent, toDraft } from "./draft/assistantDraft.ts";
import { formatSaveFailed } from "./draft/validateDraft.ts";

/**
 * Returns the function that publishes a saved assistant of a group without opening it, which can be undone. It returns
 * false if that failed, and never rejects.
 */
export function usePublish() {
  const cache = useQueryClient();
  /** Saves the newest version again, because only what is saved can be published. */
  const save = async (assistantId: string, isPublished: boolean) => {
    const { definition } = await cache.fetchQuery({ ...assistantQuery(assistantId), staleTime: 0 });
    if (!definition) throw new Error(formatSaveFailed());
    const content = toContent(toDraft(definition));
    await call(createAssistant, { ...content, assistantId, baseVersion: definition.version, isPublished });
    await cache.invalidateQueries({ queryKey: assistantKeys.all });
  };
  return async ({ assistantId, name }: Pick<AssistantSummary, "assistantId" | "name">): Promise<boolean> => {
    try {
      await save(assistantId, true);
    } catch (error) {
      notifyError(t`“${name}” could not be published.`, { ...toErrorDetails(error), topic: "assistant" });
      return false;
    }
    notifyUndoable({
      kind: "publish",
      ids: [assistantId],
      describe: (count) =>
        plural(count, {
          one: `“${name}” is published. Members of the group can chat with it.`,
          other: "# assistants are published. Members of the group can chat with them.",
        }),
      undo: () => save(assistantId, false),
    });
    return true;
  };
}
