import { test } from "vitest";
import { userEvent } from "vitest/browser";
import { adminTab } from "../../../testing/assistantScreen.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { stubAssistants } from "../../../testing/stubAssistants.ts";
import { stubGroups } from "../../../testing/stubGroups.ts";

test("debug", async () => {
  const group = { id: "Physics_1", name: "Physics" };
  stubGroups([group]);
  stubAssistants([{ name: "Rocks", group }]);
  const log: string[] = [];
  const describe = (e: Element | null) => e?.outerHTML.slice(0, 90) ?? "null";
  document.addEventListener("focusin", ({ target }) => log.push(`in ${describe(target as Element)}`));
  document.addEventListener("focusout", ({ target }) => log.push(`out ${describe(target as Element)}`));
  await renderApp(`#admin=${group.id}`);
  for (let i = 0; i < 20; i++) {
    await new Promise((r) => setTimeout(r, 100));
    log.push(`${i * 100} ${document.hasFocus()} ${describe(document.activeElement)}`);
  }
  (adminTab("Assistants").element() as HTMLElement).focus();
  log.push(`focused ${document.hasFocus()} ${describe(document.activeElement)}`);
  await userEvent.keyboard("{ArrowRight}");
  log.push(`right ${document.hasFocus()} ${describe(document.activeElement)}`);
  console.log(log.join("\n"));
});
