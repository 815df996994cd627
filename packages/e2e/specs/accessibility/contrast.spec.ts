import { test } from "vitest";
import { chooseTheme, waitForTheme } from "../../support/accountMenu.ts";
import { lastAnswer, openNewConversation } from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { readContrast } from "../../support/readContrast.ts";
import { composer, expectEventually, send } from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

test.each(["Dark", "Light"] as const)(
  "the button that tries an overloaded model again is readable, and the outline of the message field stands out, with and without the focus, %s",
  async (theme) => {
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url);
    await chooseTheme(page, theme);
    await waitForTheme(page, theme === "Dark" ? "dark" : "light");
    await send(page, "Will it work? [[status: 503; retry-after: 60]]");
    const tryNow = lastAnswer(page).getByRole("button", { name: "Try now" });
    await tryNow.waitFor();
    await expectEventually(() => readContrast(tryNow, "text")).toBeGreaterThanOrEqual(4.5);
    await tryNow.hover();
    await expectEventually(() => readContrast(tryNow, "text")).toBeGreaterThanOrEqual(4.5);
    const box = page
      .locator("form div")
      .filter({ has: composer(page) })
      .last();
    for (const change of ["focus", "blur"] as const) {
      await composer(page)[change]();
      await expectEventually(() => readContrast(box, "border")).toBeGreaterThanOrEqual(3);
    }
  },
);
