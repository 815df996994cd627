import "../lib/zodSettings.ts";
import "../app/theme/mantineStyles.ts";
import "../app/theme/fonts.css";
import "../app/theme/global.css";
import { notifications } from "@mantine/notifications";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { page } from "vitest/browser";
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

// Code that is loaded on demand takes a while on a busy machine. The default is one second.
vi.setConfig({ expect: { poll: { timeout: 5_000 } } });

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
  useDialogs.setState(useDialogs.getInitialState(), true);
  usePanelTabs.setState(usePanelTabs.getInitialState(), true);
  useViewer.setState(useViewer.getInitialState(), true);
  expect(listProblems()).toEqual([]);
});
