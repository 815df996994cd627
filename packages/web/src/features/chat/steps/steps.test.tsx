import type { Message, ToolStep } from "@lectern/contract";
import { I18nProvider } from "@lingui/react";
import { MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { prerenderToNodeStream } from "react-dom/static";
import { describe, expect, test } from "vitest";
import { createRunStore } from "../../../entities/chat/runs/runStore.ts";
import { StepDetails } from "../../../entities/chat/steps/StepDetails.tsx";
import { i18n } from "../../../lib/i18n/i18n.ts";
import { AssistantMessage } from "../messages/AssistantMessage.tsx";
import type { ThreadActions } from "../messages/threadActions.ts";

const createStep = (changes: Partial<ToolStep> = {}): ToolStep => ({
  id: "s1",
  round: 0,
  tool: "search_documents",
  title: "Search documents",
  arguments: '{"query":"rain in Bergen"}',
  state: "done",
  result: "Three passages",
  durationMs: 412,
  offset: 7,
  ...changes,
});

const actions: ThreadActions = {
  openAppLink: () => {},
  download: () => {},
  changes: {
    answerAgain: () => {},
    answerWithAllMessages: () => {},
    continueAnswer: async () => null,
    continuePartial: () => {},
    showVersion: () => {},
    edit: () => {},
    editLast: () => false,
    remove: () => {},
    fork: () => {},
  },
};
const content = "Before.\n\nAfter.";

function createAnswer(steps: ToolStep[], changes: Partial<Message> = {}): Message {
  const data = { run: { requestId: "r" }, end: { end: "done" as const }, steps };
  return { id: "a", parentId: "u", role: "assistant", content, data, ...changes };
}

const entities = new Map([
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&#x27;", "'"],
]);

/** Returns the rendered text, once everything has been loaded. */
async function read(node: ReactNode): Promise<string> {
  const { prelude } = await prerenderToNodeStream(
    <MantineProvider>
      <I18nProvider i18n={i18n}>{node}</I18nProvider>
    </MantineProvider>,
  );
  let markup = "";
  for await (const part of prelude) markup += String(part);
  return markup
    .replaceAll(/<(style|script)[\s\S]*?<\/\1>/g, "")
    .replaceAll(/<!--[\s\S]*?-->/g, "")
    .replaceAll(/<\/?(?:span|b|i|code|em)\b[^>]*>/g, "")
    .replaceAll(/<[^>]*>/g, "|")
    .replaceAll(/&(lt|gt|quot|#x27);/g, (entity) => entities.get(entity) ?? entity)
    .replaceAll(/\s*\|[\s|]*/g, "|");
}

interface AnswerOptions {
  isLive?: boolean;
  isLast?: boolean;
  question?: string;
  store?: ReturnType<typeof createRunStore>;
}

function renderAnswer(message: Message, { isLive = false, isLast = true, question, store }: AnswerOptions = {}) {
  return (
    <AssistantMessage
      message={message}
      question={question}
      versionIds={["a"]}
      conversationId="c"
      store={store ?? createRunStore(() => {})}
      isLive={isLive}
      isLast={isLast}
      isLost={false}
      isEditing={false}
      changeBlockedReason={null}
      blockedReason={null}
      actions={actions}
    />
  );
}

describe("the steps of an answer", () => {
  test("stand between the texts before and after them, with what they are about and how long they took", async () => {
    expect(await read(renderAnswer(createAnswer([createStep()])))).toContain(
      "|Before.|Search documents · “rain in Bergen” · 0.4 s|After.|",
    );
  });

  test("of one round are one line", async () => {
    const steps = [
      createStep(),
      createStep({ id: "s2", durationMs: 1_700 }),
      createStep({ id: "s3", state: "failed" }),
    ];
    expect(await read(renderAnswer(createAnswer(steps)))).toContain(
      "|Before.|Search documents · 3 steps · 1 failed · 1.7 s|After.|",
    );
    const mixed = [createStep(), createStep({ id: "s2", title: "Open a passage" })];
    expect(await read(renderAnswer(createAnswer(mixed)))).toContain("|2 steps · 0.4 s|");
  });

  test.each([
    ["failed", "failed · 0.4 s"],
    ["denied", "not allowed"],
    ["cancelled", "cancelled"],
  ] as const)("that are %s say so", async (state, expected) => {
    expect(await read(renderAnswer(createAnswer([createStep({ state })])))).toContain(
      `|Search documents · “rain in Bergen” · ${expected}|`,
    );
  });

  test("run while the answer is written, before its first text, too", async () => {
    const store = createRunStore((flush) => flush());
    store.begin("c", { requestId: "r", replyId: "a" });
    const { durationMs: _, result: __, ...running } = createStep({ state: "running", offset: 0 });
    store.applyEvent("c", { s: "meta", step: running });
    const markup = renderToString(
      <MantineProvider>
        {renderAnswer(createAnswer([], { content: "", data: {} }), { isLive: true, store })}
      </MantineProvider>,
    );
    expect(markup).toContain('data-state="running"');
    expect(markup).toContain(", running");
    expect(markup).not.toContain("Waiting for the answer");
  });

  test("that ran when the answer was lost are cancelled", async () => {
    expect(await read(renderAnswer(createAnswer([createStep({ state: "running" })])))).toContain("· cancelled|");
  });

  test("stand before an answer that becomes one block of code or a table", async () => {
    const json = createAnswer([createStep()], { content: '{"a":\n\n1}' });
    expect(await read(renderAnswer(json, { question: "json({a: number}) Count" }))).toMatch(/0\.4 s\|.*JSON/);
    const csv = createAnswer([createStep({ offset: 3 })], { content: "a,b\n1,2" });
    expect(await read(renderAnswer(csv, { question: 'csv({columns: ["a", "b"]}) Count' }))).toMatch(/0\.4 s\|.*a\|b/);
  });
});

describe("a step that waits for an approval", () => {
  const waiting = createStep({
    tool: "send_mail",
    title: "Send an email",
    arguments: '{"to":"anna@example.org","text":"<b>Hi</b>","urgent":true}',
    state: "waiting",
  });

  test("shows what would be done, with all arguments as text, and asks", async () => {
    const text = await read(renderAnswer(createAnswer([waiting])));
    expect(text).toContain(
      "|Before.|Allow “Send an email” send_mail?|to|anna@example.org|text|<b>Hi</b>|urgent|true|Don’t allow|Allow|After.|",
    );
  });

  test("[C5.44] asks the question of its author in place of the usual one, or the default question", async () => {
    const ask = async (question: string) => read(renderAnswer(createAnswer([{ ...waiting, question }])));
    expect(await ask("Send it to the registrar?")).toContain(
      "|Before.|Send it to the registrar? Send an email|to|anna@example.org|",
    );
    const text = "Do you want to allow the assistant to perform the specified operation?";
    expect(await ask(text)).toContain(`|${text} Send an email|to|`);
  });

  test("is decided together with the others of its round, beside those that are done", async () => {
    const steps = [createStep(), waiting, { ...waiting, id: "s3", title: "Send a letter" }];
    const text = await read(renderAnswer(createAnswer(steps)));
    expect(text).toContain("|Search documents · “rain in Bergen” · 0.4 s|");
    expect(text.match(/\|Don’t allow\|Allow\|/g)).toHaveLength(2);
  });

  test.each([
    ["[C4.33] once the conversation has gone on", createAnswer([waiting]), { isLast: false }],
    ["in an imported conversation", createAnswer([waiting], { data: { end: { end: "done" }, steps: [waiting] } }), {}],
  ])("cannot be decided %s", async (_, message, options) => {
    const text = await read(renderAnswer(message, options));
    expect(text).not.toContain("Don’t allow");
    expect(text).toContain("|Send an email · “anna@example.org” · cancelled|");
  });

  test("shows characters that could make its arguments look like others", async () => {
    const json = JSON.stringify({ file: "a\u202efdp.exe", to: "anna\u200b@example.org", "na\u2066me": "\u{e0041}b" });
    const text = await read(renderAnswer(createAnswer([{ ...waiting, arguments: json }])));
    expect(text).toContain("|file|a[U+202E]fdp.exe|to|anna[U+200B]@example.org|na[U+2066]me|[U+E0041]b|");
  });

  test("shows arguments that are no object as they are, and none if there are none", async () => {
    const withArguments = (json: string) => read(renderAnswer(createAnswer([{ ...waiting, arguments: json }])));
    expect(await withArguments('{"to":')).toContain('?|{"to":|Don');
    expect(await withArguments("{}")).toContain("?|Don’t allow|");
  });
});

describe("the details of a step", () => {
  test("are the tool's name, the arguments as code, and the result as text", async () => {
    const text = await read(<StepDetails step={createStep({ result: "**3** <img src=x> passages" })} />);
    expect(text).toContain("|Tool|search_documents|Arguments|");
    expect(text).toContain('|{\n  "query": "rain in Bergen"\n}|');
    expect(text).toContain("|Result|**3** <img src=x> passages|");
  });

  test("fold a long result", async () => {
    const text = await read(<StepDetails step={createStep({ result: "x".repeat(5_000) })} />);
    expect(text).toContain(`|${"x".repeat(2_000)}…|Show all (5,000 characters)|`);
  });

  test.each([
    [{ state: "failed", result: "The server is down." }, "|Why it failed|The server is down.|"],
    [{ state: "failed" }, "|The tool gave no reason.|"],
    [{ state: "denied" }, "|You didn’t allow this call.|"],
    [{ state: "cancelled" }, "|The answer ended before this call did.|"],
    [{ state: "running" }, "|Still running.|"],
  ] as const)("say why there is no result: %j", async (changes, expected) => {
    const { result: _, ...step } = createStep();
    expect(await read(<StepDetails step={{ ...step, ...changes }} />)).toContain(expected);
  });
});
