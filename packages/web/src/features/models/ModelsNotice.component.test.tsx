import { getAvailableModels } from "@lectern/contract";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { createModel, createModels } from "../../testing/defaultAnswers.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { banner, boxOf, dialogNamed } from "../../testing/screen.ts";
import { getPerson, stubConfig, stubOp, stubSession } from "../../testing/stubServer.ts";

const connectButton = () => page.getByRole("button", { name: "Connect a model" });

beforeEach(() => {
  stubConfig({ defaultStorage: null });
  stubSession({ user: { ...getPerson(), isAdmin: true } });
  const guide = createModel({ id: "guide/guide", name: "Built-in guide", provider: "Guide", isBuiltIn: true });
  stubOp(getAvailableModels, createModels([guide]));
});

test.each([
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
])(
  "the notice that no model is connected makes nothing scroll at $width × $height, although the page also asks where chats should be stored",
  async ({ width, height }) => {
    await page.viewport(width, height);
    await renderApp();
    await expect.element(connectButton()).toBeVisible();
    await expect.element(page.getByText("Where should your chats be stored?").first()).toBeVisible();
    const main = page.getByRole("main");
    const listScrollers = () =>
      [...main.element().querySelectorAll("*")].filter(
        (each) => each.scrollHeight > each.clientHeight && /auto|scroll/.test(getComputedStyle(each).overflowY),
      );
    await expect.poll(listScrollers).toEqual([]);
  },
);

test("on a phone the heading of a new chat is below the header, also with the notice that no model is connected", async () => {
  await page.viewport(390, 844);
  await renderApp();
  await expect.element(connectButton()).toBeVisible();
  const heading = page.getByRole("main").getByRole("heading", { name: "Start a new conversation." });
  await expect.poll(() => boxOf(heading).top).toBeGreaterThan(boxOf(banner()).bottom);
});

test("a server can be tested once it has an address, which a button fills in", async () => {
  await renderApp();
  await connectButton().click();
  const dialog = dialogNamed("Connect a model");
  const address = dialog.getByRole("textbox", { name: "Address" });
  await expect.element(address).toHaveFocus();
  await expect.element(dialog.getByRole("button", { name: "Test" })).toBeDisabled();
  await dialog.getByRole("button", { name: "Ollama" }).click();
  await expect.element(address).toHaveValue("http://localhost:11434/v1");
  await expect.element(dialog.getByRole("button", { name: "Test" })).toBeEnabled();
});
