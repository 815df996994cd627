import { notifications } from "@mantine/notifications";
import { cleanup } from "vitest-browser-react";
import { useViewer } from "../entities/citations/viewerStore.ts";
import { useDialogs } from "../entities/shell/dialogs.ts";
import { usePanelTabs } from "../entities/shell/panels.ts";
import { queryClient } from "../lib/queryClient.ts";
import { renderApp } from "./renderApp.tsx";

/** Renders the whole app again, as a reload of the page does: with what the browser and the server store, and no more. */
export async function reloadApp(fragment = location.hash): Promise<void> {
  await cleanup();
  notifications.clean();
  queryClient.clear();
  for (const store of [useDialogs, usePanelTabs, useViewer]) store.setState(store.getInitialState() as never, true);
  await renderApp(fragment);
}
