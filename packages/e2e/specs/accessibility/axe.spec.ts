import { describe, test } from "vitest";
import { wideViewport } from "../../support/browser/openBrowser.ts";
import { checkAxeInBothThemes } from "../../support/checks/checkAxe.ts";
import { visitChat, visitDialogs, visitPanel, visitSignIn } from "../../support/checks/visitScreens.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();
const visit = { viewport: wideViewport, check: checkAxeInBothThemes };

describe("axe finds no serious violation, and none of colours in both themes", () => {
  test("on the signed-out screen, on the sign-in page and in a new chat", async () => {
    await visitSignIn(fixture, visit);
  });

  test("in a chat with messages, during an answer and after a failed one", async () => {
    await visitChat(fixture, visit);
  });

  test("in the panel, its menu, its settings, the delete confirmation, and where a conversation cannot be loaded", async () => {
    await visitPanel(fixture, visit);
  });

  test("in the command palette, the shortcuts, the settings and the account menu", async () => {
    await visitDialogs(fixture, visit);
  });
});
