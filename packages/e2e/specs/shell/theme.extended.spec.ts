import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const darkColor = "rgb(20, 22, 26)";
const lightColor = "rgb(255, 255, 255)";

const readBackground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test.each(["en-US", "de-DE"])(
  "the sign-in page has the theme of the start page: that of the device at first, and then the chosen one, %s",
  async (locale) => {
    const { page } = await fixture.openSignedOut({ colorScheme: "light", locale });
    const readBoth = async () => {
      await page.goto(fixture.url);
      const startColor = await readBackground(page);
      await page.getByRole("link", { name: /single sign-on/i }).click();
      await page.getByRole("textbox").waitFor();
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale.slice(0, 2));
      return [startColor, await readBackground(page)];
    };
    expect(await readBoth()).toEqual([lightColor, lightColor]);
    await page.evaluate(() => localStorage.setItem("mantine-color-scheme-value", "dark"));
    expect(await readBoth()).toEqual([darkColor, darkColor]);
    await page.evaluate(() => localStorage.setItem("mantine-color-scheme-value", "auto"));
    expect(await readBoth()).toEqual([lightColor, lightColor]);
  },
);
