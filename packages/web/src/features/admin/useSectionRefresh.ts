import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { useBrowserEvent } from "../../lib/browserEvents/browserEvents.ts";
import { useConfigDrafts } from "./configDrafts.ts";
import { mergeLoaded } from "./mergeLoaded.ts";
import { readSiteConfigs, siteConfigQuery } from "./siteConfigQuery.ts";
import { adminTabs } from "./tabs.ts";
import type { AdminTabId } from "./tabTitles.ts";

/**
 * Reads the sections again after a change of the configuration, such as a model server that was connected, and when
 * another tab opens: people create groups meanwhile. What is being edited stays as it was loaded.
 */
export function useSectionRefresh(tab: AdminTabId): void {
  const cache = useQueryClient();
  const refresh = useEffectEvent(async () => {
    const groups = await Promise.all([readSiteConfigs("1"), readSiteConfigs("0")]).catch(() => null);
    // What is shown stays; the button reads it again and says what is wrong.
    if (!groups) return;
    const { drafts } = useConfigDrafts.getState();
    cache.setQueryData(
      siteConfigQuery.queryKey,
      (configs) => configs && groups.reduce((merged, loaded) => mergeLoaded(merged, loaded, drafts), configs),
    );
  });
  useBrowserEvent("config", () => void refresh());
  const shownTabRef = useRef(tab);
  useEffect(() => {
    if (shownTabRef.current !== tab && adminTabs[tab].types.length > 0) void refresh();
    shownTabRef.current = tab;
  }, [tab]);
}
