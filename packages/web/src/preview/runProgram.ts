import type { PreviewModule, PreviewProgram } from "../ui/preview/previewMessages.ts";
import { createScriptUrl } from "./places.ts";
import { runInlineHandlers } from "./runInlineHandlers.ts";

/** A script that waits longer, for example for a promise, does not hold up the others. */
const maxScriptMs = 5_000;

/** Shows the page of an artifact and runs its scripts one after the other. */
export async function runProgram({ html, modules, scripts }: PreviewProgram): Promise<void> {
  Object.assign(globalThis, { process: { env: { NODE_ENV: "production" } } });
  const urls = createModuleUrls(modules);
  showPage(html);
  const handlersReady = runInlineHandlers();
  document.write = (...parts: string[]) => {
    (document.currentScript ?? document.body.appendChild(document.createElement("i"))).insertAdjacentHTML(
      "beforebegin",
      parts.join(""),
    );
  };
  for (const placeholder of document.querySelectorAll("script[data-preview]")) {
    const script = scripts[Number(placeholder.getAttribute("data-preview"))];
    const url = script && urls.get(script.moduleId);
    if (url) await runScript(placeholder, url, script.isModule);
  }
  await handlersReady;
  // The page had been loaded before its scripts ran.
  document.dispatchEvent(new Event("DOMContentLoaded", { bubbles: true }));
  dispatchEvent(new Event("load"));
  await new Promise((resolve) => setTimeout(resolve));
}

function createModuleUrls(modules: readonly PreviewModule[]): Map<string, string> {
  const urls = new Map<string, string>();
  for (const { id, path, pieces, targets, lines } of modules) {
    const code = pieces.map((piece, index) => piece + (urls.get(targets[index] ?? "") ?? "")).join("");
    urls.set(id, createScriptUrl(code, { path, lines, label: path ?? id.replace(/^.*assets\/|-[\w-]{8}\.js$/g, "") }));
  }
  return urls;
}

function showPage(html: string): void {
  const page = new DOMParser().parseFromString(html, "text/html");
  // These would load another page.
  for (const element of page.querySelectorAll("meta[http-equiv], base")) element.remove();
  copyAttributes(page.documentElement, document.documentElement);
  copyAttributes(page.body, document.body);
  document.head.append(...page.head.childNodes);
  document.body.replaceChildren(...page.body.childNodes);
}

function copyAttributes(from: Element, to: Element): void {
  for (const { name, value } of from.attributes) to.setAttribute(name, value);
}

function runScript(placeholder: Element, url: string, isModule: boolean): Promise<void> {
  const script = document.createElement("script");
  if (isModule) script.type = "module";
  script.src = url;
  return new Promise((resolve) => {
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => resolve());
    setTimeout(resolve, maxScriptMs);
    placeholder.replaceWith(script);
  });
}
