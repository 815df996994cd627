import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { checkAxeInBothThemes } from "../../support/checks/checkAxe.ts";
import { lastAnswer, openNewConversation, waitForAnswerEnd } from "../../support/pages/chatControls.ts";
import { expectEventually, expectVisible, send } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture({ environment: { FEATURES: "codeInterpreterEnabled,pluginsOnInput" } });

/** Writes a table of 20 lines and a picture that is 2000 pixels wide, and prints the number of the people. */
const code = `
import csv, struct, zlib
with open("cities.csv", "w", newline="") as file:
    rows = csv.writer(file)
    rows.writerow(["city", "people"])
    rows.writerows([f"City {n}", n * 10] for n in range(1, 21))
def chunk(kind, data):
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))
line = bytes((0,)) + bytes((20, 120, 140)) * 2000
head = struct.pack(">IIBBBBB", 2000, 400, 8, 2, 0, 0, 0)
with open("plot.png", "wb") as file:
    file.write(bytes((137, 80, 78, 71, 13, 10, 26, 10)) + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(line * 400)) + chunk(b"IEND", b""))
total = sum(n * 10 for n in range(1, 21))
print("people:", total)
`.trim();

const call = (source: string) => `[[call: run_python ${JSON.stringify({ code: source })}]]`;
const files = (page: Page) => lastAnswer(page).getByRole("list", { name: "Generated files" });
const readAnswer = async (page: Page) => (await lastAnswer(page).allInnerTexts()).join(" ").replace(/\s+/g, " ");

const expectText = (page: Page, text: string) => expectEventually(() => readAnswer(page)).toContain(text);

async function turnOn(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Features: \d of \d on$/ }).click();
  await page.getByRole("switch", { name: "Code interpreter" }).click({ force: true });
  await page.getByRole("button", { name: /^Features: \d of \d on$/ }).click();
}

async function expectFiles(page: Page): Promise<void> {
  await expectEventually(() => files(page).getByRole("table").getByRole("row").count()).toBe(11);
  const width = (image: HTMLImageElement) => image.naturalWidth;
  await expectEventually(() => files(page).getByRole("img", { name: "plot.png", exact: true }).evaluate(width)).toBe(
    1_600,
  );
}

test.for(["local", "cloud"] as const)(
  "code of an answer in a %s conversation runs in the browser, its files are shown, also after a reload, and later code has its variables",
  async (storage) => {
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, storage);
    await turnOn(page);
    await send(page, `[[say: Let me count.]] ${call(code)} [[answer: I counted. {results}]]`);
    await expectText(page, "I counted.");
    await waitForAnswerEnd(page);
    expect(await readAnswer(page)).toContain("people: 2100");
    await expectFiles(page);
    await checkAxeInBothThemes(page, "an answer with files");
    const download = page.waitForEvent("download");
    await files(page).getByRole("button", { name: "Download cities.csv" }).click();
    expect((await download).suggestedFilename()).toBe("cities.csv");

    await send(page, `${call("total * 2")} [[answer: Twice. {results}]]`);
    await expectText(page, "Twice. Value: 4200");
    await waitForAnswerEnd(page);

    await page.reload();
    await expectText(page, "Twice. Value: 4200");
    await send(
      page,
      `${call('open("cities.csv", "w").write("a,b")\n"total" in globals()')} [[answer: Again. {results}]]`,
    );
    await expectText(page, "The interpreter was restarted: variables and files of earlier code are gone.");
    await waitForAnswerEnd(page);
    expect(await readAnswer(page)).toContain("False");

    await lastAnswer(page).getByRole("button", { name: "Reasoning / Actions" }).click();
    const panel = page.getByRole("complementary", { name: "Reasoning / Actions" });
    await expectVisible(panel, "Execute Code");
    await panel.getByText("2 versions").click();
    await checkAxeInBothThemes(page, "the actions of an answer");
  },
);
