import { type AssistantSummary, createAssistant } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { assistantKeys, assistantQuery } from "../../../entities/assistants/useAssistants.ts";
import { toErrorDetails } from "../../../entities/conversations/toErrorDetails.ts";
import { call } from "../../../lib/call.ts";
import { notifyError, notifyUndoable } from "../../../ui/notices/notify.tsx";
import { getCopyLinkStep } from "../copyAssistantLink.ts";
import { toContent, toDraft } from "./draft/assistantDraft.ts";
import { formatSaveFailed } from "./draft/validateDraft.ts";
import { closeSavedNotice } from "./notifySaved.ts";

type NamedAssistant = Pick<AssistantSummary, "assistantId" | "name">;

/**
 * Returns the functions that publish and withdraw a saved assistant of a group without opening it, which can be undone.
 * They return false if that failed, and never reject.
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
  const change = async ({ assistantId, name }: NamedAssistant, isPublished: boolean): Promise<boolean> => {
    try {
      await save(assistantId, isPublished);
    } catch (error) {
      const text = isPublished ? t`Couldn’t publish “${name}”.` : t`Couldn’t unpublish “${name}”.`;
      notifyError(text, { ...toErrorDetails(error), topic: "assistant" });
      return false;
    }
    closeSavedNotice();
    notifyUndoable({
      kind: isPublished ? "publish" : "unpublish",
      group: "publication",
      ids: [assistantId],
      describe: (count) => (isPublished ? describePublished(count, name) : describeUnpublished(count, name)),
      ...(isPublished && { nextStep: getCopyLinkStep(assistantId) }),
      undo: () => save(assistantId, !isPublished),
    });
    return true;
  };
  return {
    publish: (assistant: NamedAssistant) => change(assistant, true),
    unpublish: (assistant: NamedAssistant) => change(assistant, false),
  };
}

const describePublished = (count: number, name: string) =>
  plural(count, {
    one: `“${name}” is published. Members of the group can chat with it.`,
    other: "# assistants are published. Members of the group can chat with them.",
  });

const describeUnpublished = (count: number, name: string) =>
  plural(count, {
    one: `“${name}” is no longer published. Only the group’s editors can see it.`,
    other: "# assistants are no longer published. Only the group’s editors can see them.",
  });
