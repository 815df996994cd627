import { notifications, notificationsStore } from "@mantine/notifications";
import { cleanup } from "vitest-browser-react";
import { resetPageStores } from "../lib/pageStore.ts";
import { queryClient } from "../lib/queryClient.ts";

/** Removes what is rendered, and what the page remembers until it is reloaded. */
export async function resetPage(): Promise<void> {
  await cleanup();
  const { notifications: shown, queue } = notificationsStore.getState();
  // Unlike `clean`, this tells who has shown them.
  for (const { id } of [...shown, ...queue]) if (id) notifications.hide(id);
  queryClient.clear();
  resetPageStores();
}
