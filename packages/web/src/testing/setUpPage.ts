import "../lib/zodSettings.ts";
import "../app/theme/mantineStyles.ts";
import "../app/theme/fonts.css";
import "../app/theme/global.css";
import { notifications } from "@mantine/notifications";
import { afterEach, beforeEach, expect } from "vitest";
import { commands, page } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { useViewer } from "../entities/citations/viewerStore.ts";
import { useDialogs } from "../entities/shell/dialogs.ts";
import { usePanelTabs } from "../entities/shell/panels.ts";
import { navigate } from "../lib/fragment.ts";
import { chooseLocale } from "../lib/i18n/i18n.ts";
import { queryClient } from "../lib/queryClient.ts";
import { startFocusHistory } from "../ui/focus/focusHistory.ts";
import { startPressHistory } from "../ui/tooltip/lastPress.ts";
import { listProblems, resetServer } from "./stubServer.ts";

startFocusHistory();
startPressHistory();

// The tests of a file share a page, so each starts with what a page that was just loaded has.
beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  navigate("", { replace: true });
  resetServer();
  await chooseLocale("en");
  await page.viewport(1280, 800);
});

afterEach(async () => {
  await cleanup();
  notifications.clean();
  queryClient.clear();
  for (const store of [useDialogs, usePanelTabs, useViewer]) store.setState(store.getInitialState() as never, true);
  expect(listProblems()).toEqual([]);
});
