import type { Locator, Page } from "playwright-core";

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

/**
 * Finds forbidden elements and attributes (scripts, loads, event handlers) and unsafe links within rendered hostile
 * text.
 */
export function findForbiddenMarkup(container: Locator): Promise<string[]> {
  return container.evaluate((log) => {
    const findings: string[] = [];
    const forbiddenElements =
      "script, style, iframe, frame, object, embed, form, base, meta, link, foreignObject, animate, maction";
    for (const element of log.querySelectorAll(forbiddenElements)) findings.push(element.outerHTML);
    for (const element of log.querySelectorAll("*")) {
      for (const { name, value } of element.attributes) {
        if (name.startsWith("on") || name === "srcdoc" || name === "formaction") findings.push(`${name}=${value}`);
        if (name === "style" && /url\(/i.test(value)) findings.push(`style=${value}`);
        const isPicture = element.localName === "img" && value.startsWith(`blob:${location.origin}/`);
        if (name === "src" && !isPicture && !/^data:image\/(png|jpeg|gif|webp);base64,/.test(value))
          findings.push(`src=${value}`);
      }
    }
    for (const link of log.querySelectorAll<HTMLAnchorElement>("a, area, [href]")) {
      const opensNewTabSafely = link.target === "_blank" && /\bnoopener\b/.test(link.rel);
      if (!(/^https?:$/.test(link.protocol) && opensNewTabSafely) && link.protocol !== "mailto:")
        findings.push(link.outerHTML);
    }
    return findings;
  });
}
