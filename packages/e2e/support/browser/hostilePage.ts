import type { Locator, Page } from "playwright-core";
import { listForbiddenMarkup } from "../../../web/src/testing/listForbiddenMarkup.ts";

/** Records calls that a script in an answer would make, and windows and frames that the browser opens. */
export async function recordExecutedScripts(page: Page): Promise<string[]> {
  const ran: string[] = [];
  await page.exposeFunction("recordExecution", (what: string) => void ran.push(what));
  await page.addInitScript(() => {
    for (const name of ["alert", "confirm", "prompt", "msgbox", "open"]) {
      Object.assign(window, { [name]: () => Reflect.get(window, "recordExecution")(name) });
    }
  });
  page.on("dialog", (dialog) => {
    ran.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("framenavigated", (frame) => {
    // Diagrams are drawn in a sandboxed frame: see rendering/drawingFrame.spec.ts.
    const isExpectedFrame = frame === page.mainFrame() || new URL(frame.url()).pathname === "/drawing.html";
    if (!isExpectedFrame) ran.push(`frame ${frame.url()}`);
  });
  page.on("popup", () => ran.push("popup"));
  return ran;
}

/** Finds forbidden elements, attributes and links within rendered hostile text. */
export const findForbiddenMarkup = (container: Locator): Promise<string[]> => container.evaluate(listForbiddenMarkup);
