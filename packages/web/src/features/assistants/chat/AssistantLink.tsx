import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { isAssistantGone } from "../../../entities/assistants/isAssistantGone.ts";
import { assistantKeys, assistantQuery, assistantsQuery } from "../../../entities/assistants/useAssistants.ts";
import { closeAssistantLink } from "../../../entities/shell/assistantRoute.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { notifyError, notifyFailure } from "../../../ui/notices/notify.tsx";
import { useAssistantStart } from "./useAssistantStart.ts";

/** Follows a link to an assistant, or says why that is not possible. */
export function AssistantLink({ assistantId }: { assistantId: string }) {
  const cache = useQueryClient();
  const { email } = useWorkspace().user;
  const start = useAssistantStart();
  const follow = useEffectEvent(async (isCurrent: () => boolean) => {
    try {
      const { assistant } = await cache.fetchQuery({ ...assistantQuery(assistantId), staleTime: 0 });
      const listed = cache.getQueryData(assistantsQuery.queryKey);
      // It may have been shared after the list was read.
      if (listed?.every((other) => other.assistantId !== assistantId))
        await cache.invalidateQueries({ queryKey: assistantKeys.all });
      if (!isCurrent()) return;
      closeAssistantLink();
      await start(assistant.assistantId);
    } catch (error) {
      if (!isCurrent()) return;
      closeAssistantLink();
      if (isAssistantGone(error)) {
        notifyError(
          t`You are signed in as ${email}. This assistant doesn’t exist, or you don’t have access to it. Ask the person who sent the link to add this address.`,
        );
      } else notifyFailure(error);
    }
  });
  useEffect(() => {
    let isMounted = true;
    void follow(() => isMounted);
    return () => {
      isMounted = false;
    };
  }, []);
  return null;
}
