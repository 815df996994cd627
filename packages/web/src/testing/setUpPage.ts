import "../lib/zodSettings.ts";
import "../app/theme/mantineStyles.ts";
import "../app/theme/fonts.css";
import "../app/theme/global.css";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { page } from "vitest/browser";
import { navigate } from "../lib/fragment.ts";
import { chooseLocale } from "../lib/i18n/i18n.ts";
import { startFocusHistory } from "../ui/focus/focusHistory.ts";
import { startPressHistory } from "../ui/tooltip/lastPress.ts";
import { keepUndoNotices } from "./keepUndoNotices.ts";
import { resetPage } from "./resetPage.ts";
import { stopMotion } from "./stopMotion.ts";
import { listProblems, resetServer } from "./stubServer.ts";

startFocusHistory();
startPressHistory();
stopMotion();
keepUndoNotices();

// A busy machine may take a while. The default is one second, and the configuration file does not reach the page.
vi.setConfig({ expect: { poll: { timeout: 40_000 } } });

// Many tests share a page, so each starts with what a page that was just loaded has.
beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  navigate("", { replace: true });
  resetServer();
  await chooseLocale("en");
  await page.viewport(1280, 800);
});

afterEach(async () => {
  await resetPage();
  expect(listProblems()).toEqual([]);
});
