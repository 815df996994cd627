import { useState } from "react";
import { type PanelSide, type PanelTabContribution, usePanelTabs } from "../../entities/shell/panels.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { readUserValue, writeUserValue } from "../../lib/userStorage.ts";

/** Where the open tab of a panel is stored; null: nowhere, because the left panel always starts with the chats. */
const storageKeys: Readonly<Record<PanelSide, string | null>> = { left: null, right: "rightPanelTab" };

/** The open tab of a panel, and the function that opens another one. */
export function usePanelTab(
  side: PanelSide,
  tabs: readonly PanelTabContribution[],
): { openId: string | null; openTab: (id: string | null) => void } {
  const { user } = useWorkspace();
  const key = storageKeys[side];
  const requestedId = usePanelTabs((open) => open[side]);
  const [storedId] = useState(() => (key === null ? null : readUserValue(user.id, key)));
  const findTab = (wantedId: string | null) => tabs.find(({ id }) => id === wantedId);
  const openTab = findTab(requestedId) ?? findTab(storedId) ?? tabs[0];
  return {
    openId: openTab?.id ?? null,
    openTab(id) {
      const tab = findTab(id);
      if (!tab) return;
      usePanelTabs.setState({ [side]: tab.id });
      if (key !== null) writeUserValue(user.id, key, tab.id);
    },
  };
}
