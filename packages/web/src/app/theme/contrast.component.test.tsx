import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { lastAnswer, refuseChats, sendMessage } from "../../testing/chatPage.ts";
import { readContrast } from "../../testing/readContrast.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { accountButton, composer, eventually } from "../../testing/screen.ts";

/** The box that is drawn around the message field. */
function getFieldBox(): Element {
  let box = composer().element().parentElement;
  while (box && getComputedStyle(box).borderTopStyle !== "solid") box = box.parentElement;
  if (!box) throw new Error("the message field has no box");
  return box;
}

test.each(["Dark", "Light"] as const)(
  "the button that tries an overloaded model again is readable, and the outline of the message field stands out, with and without the focus, %s",
  async (theme) => {
    refuseChats({ status: 503, message: "The model is overloaded.", code: "modelOverloaded", retryAfterSeconds: 60 });
    await renderApp();
    await accountButton().click();
    await page.getByRole("menuitemradio", { name: theme }).click();
    await eventually(() => document.documentElement.dataset.mantineColorScheme).toBe(theme.toLowerCase());
    await sendMessage("Will it work?");
    const tryNow = lastAnswer().getByRole("button", { name: "Try now" });
    await expect.element(tryNow).toBeVisible();
    await eventually(() => readContrast(tryNow.element(), "text")).toBeGreaterThanOrEqual(4.5);
    await tryNow.hover();
    await eventually(() => readContrast(tryNow.element(), "text")).toBeGreaterThanOrEqual(4.5);
    composer().element().focus();
    await eventually(() => readContrast(getFieldBox(), "border")).toBeGreaterThanOrEqual(3);
    composer().element().blur();
    await eventually(() => readContrast(getFieldBox(), "border")).toBeGreaterThanOrEqual(3);
  },
);
