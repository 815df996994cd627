import { notifications, notificationsStore } from "@mantine/notifications";
import { cleanup } from "vitest-browser-react";
import { useViewer } from "../entities/citations/viewerStore.ts";
import { discardGroupDrafts } from "../entities/groups/groupDrafts.ts";
import { useDetailPanel } from "../entities/shell/detail/detailPanel.ts";
import { useDialogs } from "../entities/shell/dialogs.ts";
import { usePanelTabs } from "../entities/shell/panels.ts";
import { queryClient } from "../lib/queryClient.ts";

/** Removes what is rendered, and what the page remembers until it is reloaded. */
export async function resetPage(): Promise<void> {
  await cleanup();
  const { notifications: shown, queue } = notificationsStore.getState();
  // Unlike `clean`, this tells who has shown them.
  for (const { id } of [...shown, ...queue]) if (id) notifications.hide(id);
  queryClient.clear();
  useDialogs.setState(useDialogs.getInitialState(), true);
  usePanelTabs.setState(usePanelTabs.getInitialState(), true);
  useDetailPanel.setState(useDetailPanel.getInitialState(), true);
  discardGroupDrafts();
  useViewer.setState(useViewer.getInitialState(), true);
}
