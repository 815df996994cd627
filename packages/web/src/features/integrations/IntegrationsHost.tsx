import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { flagsQuery } from "../../entities/flags/useFlag.ts";
import { openDialog } from "../../entities/shell/dialogs.ts";
import { openConversation, readRoute } from "../../entities/shell/routes.ts";
import { readFragment, subscribeToFragment } from "../../lib/fragment.ts";
import { notifyRefusal } from "../../ui/notices/notify.tsx";

/** Opens the dialog *Integrations* where the URL names it: `#page=integrations`, such as in a link that somebody sends. */
export function IntegrationsHost() {
  const { fragment } = useSyncExternalStore(subscribeToFragment, readFragment);
  const { data: flags } = useQuery(flagsQuery);
  const isNamed = new URLSearchParams(fragment.replace(/^#/, "")).get("page") === "integrations";
  const isAllowed = flags?.integrations;
  useEffect(() => {
    if (!isNamed || isAllowed === undefined) return;
    openConversation(readRoute().conversationId, { replace: true });
    if (isAllowed) openDialog("integrations");
    else notifyRefusal(t`Integrations are not available to you.`);
  }, [isNamed, isAllowed]);
  return null;
}
