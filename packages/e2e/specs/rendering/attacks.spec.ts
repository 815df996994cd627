import { appendMessages, createConversation } from "@lectern/contract";
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { markdownAttacks } from "../../../web/src/ui/markdown/markdownAttacks.ts";
import { openNew, untilDone } from "../../support/chatControls.ts";
import { openStage } from "../../support/openStage.ts";
import { answers, openWorkspace, send, soon } from "../../support/screen.ts";

// Requests to any other server and violations of the policy fail a test by themselves: see openPages.ts.
const stage = openStage();
afterEach(() => stage.workspace.models.reset());

const drawnAtOnce = 100;

/** Notes in `ran` whatever a script of an answer would call, and what the browser would open. */
async function watch(page: Page): Promise<string[]> {
  const ran: string[] = [];
  await page.exposeFunction("noteThatItRan", (what: string) => void ran.push(what));
  await page.addInitScript(() => {
    for (const name of ["alert", "confirm", "prompt", "msgbox", "open"]) {
      Object.assign(window, { [name]: () => Reflect.get(window, "noteThatItRan")(name) });
    }
  });
  page.on("dialog", (dialog) => {
    ran.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("frameattached", () => ran.push("frame"));
  page.on("popup", () => ran.push("popup"));
  return ran;
}

/** What stands in the answers and must not: elements and attributes that act or load, and links that are none of ours. */
function forbiddenIn(page: Page): Promise<string[]> {
  return page.getByRole("log").evaluate((log) => {
    const found: string[] = [];
    const elements =
      "script, style, iframe, frame, object, embed, form, base, meta, link, foreignObject, animate, maction";
    for (const element of log.querySelectorAll(elements)) found.push(element.outerHTML);
    for (const element of log.querySelectorAll("*")) {
      for (const { name, value } of element.attributes) {
        if (name.startsWith("on") || name === "srcdoc" || name === "formaction") found.push(`${name}=${value}`);
        if (name === "style" && /url\(/i.test(value)) found.push(`style=${value}`);
        if (name === "src" && !/^data:image\/(png|jpeg|gif|webp);base64,/.test(value)) found.push(`src=${value}`);
      }
    }
    for (const link of log.querySelectorAll<HTMLAnchorElement>("a, area, [href]")) {
      const isOpener = link.target === "_blank" && /\bnoopener\b/.test(link.rel);
      if (!(/^https?:$/.test(link.protocol) && isOpener) && link.protocol !== "mailto:") found.push(link.outerHTML);
    }
    return found;
  });
}

test("none of the hostile answers runs, loads or links anything, each for itself in a kept conversation", async () => {
  for (let from = 0; from < markdownAttacks.length; from += drawnAtOnce) {
    const attacks = markdownAttacks.slice(from, from + drawnAtOnce);
    const { page, api } = await stage.enter();
    const ran = await watch(page);
    const id = crypto.randomUUID();
    await api.call(createConversation, { conversation: { id, name: `Attacks from ${from}` } });
    const messages = attacks.map(({ source }, index) => ({
      id: `attack-${index}`,
      parentId: index === 0 ? null : `attack-${index - 1}`,
      role: "assistant" as const,
      content: `${source}\n\nharmless ${from + index}`,
    }));
    await api.call(appendMessages, { conversationId: id, messages, headId: messages.at(-1)?.id ?? null });
    await openWorkspace(page, stage.url, `#c=${id}`);
    await soon(() => answers(page).count()).toBe(attacks.length);
    for (const answer of await answers(page).all()) await answer.scrollIntoViewIfNeeded();
    expect(await forbiddenIn(page)).toEqual([]);
    expect(ran).toEqual([]);
  }
});

test("nor do they while they come, piece by piece", async () => {
  const { models } = stage.workspace;
  const { page } = await stage.enter();
  const ran = await watch(page);
  await openNew(page, stage.url);
  const perAnswer = 40;
  for (let from = 0; from < markdownAttacks.length; from += perAnswer) {
    const attacks = markdownAttacks.slice(from, from + perAnswer);
    const answer = attacks.map(({ source }, index) => `${source}\n\nharmless ${from + index}`).join("\n\n");
    models.script({ answer, paceMs: 3 }, "scripted-large");
    await send(page, `Attack from ${from}`);
    await soon(() => answers(page).count()).toBe(from / perAnswer + 1);
    await untilDone(page);
    expect(await forbiddenIn(page)).toEqual([]);
    expect(ran).toEqual([]);
  }
});
