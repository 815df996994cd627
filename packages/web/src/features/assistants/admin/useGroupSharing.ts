import { type AssistantRole, type Group, shareAssistant, unshareAssistant } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type GroupAssistant, groupAssistantsQuery } from "../../../entities/assistants/assistantQueries.ts";
import { assistantKeys } from "../../../entities/assistants/useAssistants.ts";
import { toErrorDetails } from "../../../entities/conversations/toErrorDetails.ts";
import { call } from "../../../lib/call.ts";
import { notifyError, notifyUndoable } from "../../../ui/notices/notify.tsx";
import { getCopyLinkStep } from "../copyAssistantLink.ts";

type SharedRole = Exclude<AssistantRole, "admin">;

/**
 * Shares assistants of the person with a group as a whole, or ends that, as the dialog that shares an assistant does.
 * Each change can be undone. The functions never reject.
 */
export function useGroupSharing({ id: groupId, name: groupName }: Group) {
  const cache = useQueryClient();
  const showChange = async () => {
    await cache.invalidateQueries({ queryKey: groupAssistantsQuery(groupId).queryKey });
    void cache.invalidateQueries({ queryKey: assistantKeys.all });
  };
  /** Asks the server, because the list may have changed elsewhere: a grant in place must not become a smaller one. */
  const isShared = async (assistantId: string) => {
    const assistants = await cache.fetchQuery({ ...groupAssistantsQuery(groupId), staleTime: 0 });
    return assistants.some((assistant) => assistant.assistantId === assistantId);
  };
  const give = async (assistantId: string, accessType: SharedRole) => {
    await call(shareAssistant, { assistantId, recipientUsers: [groupId], accessType });
    await showChange();
  };
  const withdraw = async (assistantId: string) => {
    await call(unshareAssistant, { assistantId, recipientUsers: [groupId] });
    await showChange();
  };
  return {
    async share({ assistantId, name }: Pick<GroupAssistant, "assistantId" | "name">): Promise<void> {
      try {
        if (await isShared(assistantId)) return;
        await give(assistantId, "use");
      } catch (error) {
        notifyError(t`Sharing failed, please try again.`, { ...toErrorDetails(error), topic: "share" });
        return;
      }
      notifyUndoable({
        kind: `share ${groupId}`,
        group: "sharing",
        ids: [assistantId],
        describe: (count) =>
          plural(count, {
            one: `Members of “${groupName}” can now chat with “${name}”.`,
            other: `Members of “${groupName}” can now chat with # more assistants.`,
          }),
        nextStep: getCopyLinkStep(assistantId),
        undo: () => withdraw(assistantId),
      });
    },
    /** Returns true if it is no longer shared. */
    async stop({ assistantId, name, sharedRole }: GroupAssistant): Promise<boolean> {
      try {
        await withdraw(assistantId);
      } catch (error) {
        notifyError(t`Couldn’t remove access.`, { ...toErrorDetails(error), topic: "share" });
        return false;
      }
      notifyUndoable({
        kind: `unshare ${groupId}`,
        group: "sharing",
        ids: [assistantId],
        describe: (count) =>
          plural(count, {
            one: `“${name}” is no longer shared with “${groupName}”.`,
            other: `# assistants are no longer shared with “${groupName}”.`,
          }),
        undo: async () => {
          if (!(await isShared(assistantId))) await give(assistantId, sharedRole ?? "use");
        },
      });
      return true;
    },
  };
}
