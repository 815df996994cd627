import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";
import { startTcpProxy } from "../../support/servers/startServerProxy.ts";
import { createTemporaryFolder } from "../../support/servers/temporary.ts";

const run = promisify(execFile);
const document = await readFile(new URL("../../../../docs/api/chat.md", import.meta.url), "utf8");
const examples = new Map(
  [...document.matchAll(/^<!-- example: (\S+) -->\n```(sh|js|python)\n([\s\S]*?)^```$/gm)].map(
    ([, name = "", language = "", source = ""]) => [name, { language, source }],
  ),
);
const programs: Record<string, { command: string; file: string }> = {
  sh: { command: "sh", file: "example.sh" },
  js: { command: process.execPath, file: "example.mjs" },
  python: { command: "python3", file: "example.py" },
};
const isInstalled = (command: string) =>
  run(command, ["--version"]).then(
    () => true,
    () => false,
  );
const missingLanguages = new Set((await isInstalled("python3")) ? [] : ["python"]);
if (!(await isInstalled("curl"))) missingLanguages.add("sh");

const fixture = createWorkspaceFixture();

/** Runs an example exactly as in the document and returns its output. Fails with its error output. */
async function runExample(name: string, extraEnvironment: Record<string, string> = {}): Promise<string> {
  const example = examples.get(name);
  const program = programs[example?.language ?? ""];
  if (!example || !program) throw new Error(`there is no example ${name}`);
  const folder = await createTemporaryFolder();
  const path = join(folder, program.file);
  await writeFile(path, example.source);
  const { lectern, ann, modelId } = fixture.workspace;
  const { stdout } = await run(program.command, [path], {
    env: {
      PATH: process.env.PATH ?? "",
      HOME: process.env.HOME ?? folder,
      LECTERN_URL: lectern.url,
      LECTERN_TOKEN: ann.accessToken,
      LECTERN_COOKIE: ann.cookie,
      LECTERN_MODEL: modelId,
      ...extraEnvironment,
    },
  });
  return stdout;
}

const answer = "Scripted answer to: Why is the sky blue?";

/** The checks of each example, by its name. */
const checks: Record<string, () => Promise<void>> = {
  token: async () => {
    const session = JSON.parse(await runExample("token"));
    expect(session).toMatchObject({ user: { email: "ann@example.org" }, accessToken: expect.any(String) });
    expect(Object.keys(session)).toEqual(expect.arrayContaining(["user", "accessToken", "expiresAt", "config"]));
  },
  models: async () => {
    const { data } = JSON.parse(await runExample("models"));
    expect(data.models).toContainEqual(expect.objectContaining({ id: fixture.workspace.modelId }));
  },
  whole: async () => {
    const response = JSON.parse(await runExample("whole"));
    expect(response).toMatchObject({
      success: true,
      message: "The answer is complete.",
      data: expect.stringContaining(answer),
    });
    expect(fixture.workspace.models.chats().at(-1)?.body?.messages?.[0]).toEqual({
      role: "system",
      content: "Be brief.",
    });
  },
  "whole-python": async () => expect(await runExample("whole-python")).toContain(answer),
  stream: async () => {
    const stream = await runExample("stream");
    expect(stream).toMatch(/^id: 1\ndata: \{"s":"0","d":"Scripted/m);
    expect(stream).toMatch(
      /^data: \{"s":"meta","end":"done","finishReason":"stop","usage":\{"inputTokens":\d+,"outputTokens":\d+,"cachedTokens":0\}\}$/m,
    );
    expect(stream).toMatch(/data: \[DONE\]\n\n$/);
  },
  "stream-python": async () => expect(await runExample("stream-python")).toContain(answer),
  resume: async () => expect(await runExample("resume")).toMatch(/Why is the sky blue\?[\s\S]*\n\(done\)\n$/),
  stop: async () => {
    const { api, models, modelId } = fixture.workspace;
    const requestId = randomUUID();
    models.pauseAfter(3);
    const stream = await api.ask({
      model: modelId,
      messages: [{ role: "user", content: "[[tokens: 9]]" }],
      options: { requestId },
    });
    await models.whenPaused();
    expect(JSON.parse(await runExample("stop", { REQUEST_ID: requestId }))).toEqual({ status: "OK" });
    expect((await stream.readToEnd()).end?.end).toBe("stopped");
    models.resume();
  },
  cloud: async () => {
    const output = await runExample("cloud");
    expect(output).toContain(answer);
    expect(output).toContain("Scripted answer to: And why is it red in the evening?");
    expect(output).toContain("4 messages are kept.");
    const lastRequest = fixture.workspace.models.chats().findLast(({ prompt }) => prompt.startsWith("And why"));
    expect(lastRequest?.body?.messages?.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
  },
  functions: async () => {
    fixture.workspace.models.script({ tool: "weather" }, "scripted-large");
    expect(await runExample("functions")).toContain("weather { place: 'Zürich' }");
    expect(JSON.stringify(fixture.workspace.models.chats().at(-1)?.body)).toContain("The weather at a place, now.");
  },
  json: async () => {
    fixture.workspace.models.script({ answer: '{"colours": ["blue", "red", "grey"]}' }, "scripted-large");
    expect(await runExample("json")).toContain("blue, red, grey");
    expect(fixture.workspace.models.chats().at(-1)?.body?.response_format).toMatchObject({
      type: "json_schema",
      json_schema: { name: "colours", strict: true, schema: { required: ["colours"] } },
    });
  },
  documents: async () => {
    fixture.workspace.models.script({ answer: "On two days of three [1]." }, "scripted-large");
    const output = await runExample("documents");
    expect(output).toContain("- rain.txt In Bergen it rains on two days of three.");
    expect(output).toContain("On two days of three [1].");
    expect(output).toContain("1 rain.txt In Bergen it rains on two days of three.");
    expect(fixture.workspace.models.chats().at(-1)?.prompt).toMatch(/<passage number="1" document="rain\.txt"/);
  },
  refused: async () => {
    const refusal = JSON.parse(await runExample("refused"));
    expect(refusal).toEqual({
      success: false,
      code: "unauthenticated",
      message: expect.any(String),
      requestId: expect.any(String),
    });
  },
};

describe("docs/api/chat.md", () => {
  test("has exactly the examples that are run here", () => {
    expect([...examples.keys()]).toEqual(Object.keys(checks));
  });

  for (const [name, check] of Object.entries(checks)) {
    const language = examples.get(name)?.language ?? "";
    const reason = missingLanguages.has(language)
      ? ` (skipped: ${language === "sh" ? "curl" : "python3"} is not on this machine)`
      : "";
    test.skipIf(reason !== "")(`the example "${name}" does what it says${reason}`, check);
  }

  test('the example "resume" continues where it was when its connection is cut', async () => {
    const { lectern, models } = fixture.workspace;
    const proxy = await startTcpProxy("127.0.0.1", Number(new URL(lectern.url).port));
    models.pauseAfter(5);
    const output = runExample("resume", { LECTERN_URL: `http://127.0.0.1:${proxy.port}` });
    await models.whenPaused();
    proxy.disconnect();
    proxy.reconnect();
    models.resume();
    expect(await output).toMatch(/^Scripted answer to: Why is the sky blue\?\n\nIt has [\s\S]*- two\n\n\(done\)\n$/);
    expect(models.chats().filter(({ prompt }) => prompt.startsWith("Why is"))).toHaveLength(1);
    await proxy.close();
  });
});
