import { getFeatureFlags, trackEvent } from "@lectern/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openDialog } from "../../entities/shell/dialogs.ts";
import { openPage } from "../../entities/shell/routes.ts";
import { workspaceEvents } from "../../entities/shell/workspaceEvents.ts";
import { alerts } from "../../testing/chatPage.ts";
import { createFlags } from "../../testing/defaultAnswers.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { dialogNamed, eventually } from "../../testing/screen.ts";
import { failOp, listInputs, stubOp } from "../../testing/stubServer.ts";

test("[A6.11] what is opened is counted only while the flag is on, and nothing is said if that fails", async () => {
  const openSome = async () => {
    openPage("files");
    await expect.element(page.getByRole("heading", { name: "Your files" })).toBeVisible();
    openDialog("settings");
    await expect.element(dialogNamed("Settings")).toBeVisible();
    openPage("chat");
  };
  failOp(trackEvent, "The server is busy.");
  await renderApp();
  await openSome();
  expect(listInputs(trackEvent)).toEqual([]);
  stubOp(getFeatureFlags, createFlags({ mixPanel: true }));
  workspaceEvents.emit("updateFeatureSettings", {});
  await eventually(() => listInputs(getFeatureFlags).length).toBe(2);
  await openSome();
  await eventually(() => listInputs(trackEvent)).toEqual([{ event: "filesOpened" }, { event: "settingsOpened" }]);
  expect(alerts().elements()).toEqual([]);
});
