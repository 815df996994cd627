import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { attach, attachmentChip, attachmentChips, attachmentList, textFile } from "../../../testing/attachFiles.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { boxOf } from "../../../testing/screen.ts";
import { stubFiles } from "../../../testing/stubFiles.ts";
import { stubRequests } from "../../../testing/stubServer.ts";

/** Answers the uploads of bytes in place of the stubbed server, until the returned function is called. */
function _answerUploads(respond: (request: Request) => Response | Promise<Response | null>): () => void {
  let isActive = true;
  stubRequests((request) => (isActive && new URL(request.url).pathname === "/files/upload" ? respond(request) : null));
  return () => {
    isActive = false;
  };
}

describe("on a phone, the documents of a draft", () => {
  test("stand in two columns of a bounded height, the newest is in view, and each can be removed", async () => {
    await page.viewport(390, 844);
    stubFiles();
    await renderApp();
    const numbers = ["one", "two", "three", "four", "five", "six"];
    await attach(...numbers.map((name) => textFile(`the ${name} about rivers.txt`)));
    await expect.poll(() => attachmentChips().elements().length).toBe(6);
    const shelf = boxOf(attachmentList());
    expect(shelf.height).toBeLessThanOrEqual(148);
    const boxes = attachmentChips()
      .elements()
      .map((chip) => chip.getBoundingClientRect());
    expect(new Set(boxes.map(({ x }) => x)).size).toBe(2);
    for (const { left, right } of boxes) {
      expect(left).toBeGreaterThanOrEqual(shelf.x);
      expect(right).toBeLessThanOrEqual(390);
    }
    await expect.poll(() => boxOf(attachmentChips().last()).bottom).toBeLessThanOrEqual(shelf.bottom + 1);
    for (let count = numbers.length - 1; count >= 0; count -= 1) {
      await attachmentChips()
        .first()
        .getByRole("button", { name: /^(Remove|Cancel)/ })
        .click();
      await expect.poll(() => attachmentChips().elements().length).toBe(count);
    }
  });

  test("show the end of a long name, and leave out what is before it", async () => {
    await page.viewport(390, 844);
    stubFiles();
    await renderApp();
    const names = ["Entwicklerreferenzhandbuch.txt", "Kurzfassung_der_Vorlesung_12.txt"];
    await attach(...names.map((name) => textFile(name)));
    for (const name of names) {
      const chip = attachmentChip(name);
      const remove = chip.getByRole("button", { name: `Remove ${name}` });
      await expect.element(remove).toBeVisible();
      const end = boxOf(chip.getByText(name.slice(-8), { exact: true }));
      expect(end.right).toBeLessThanOrEqual(boxOf(remove).x);
      expect(end.x).toBeGreaterThan(boxOf(chip).x);
      const start = chip.getByText(name.slice(0, -8), { exact: true }).element();
      expect(start.clientWidth).toBeGreaterThan(0);
      expect(start.scrollWidth).toBeGreaterThan(start.clientWidth);
    }
  });
});
