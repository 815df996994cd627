import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type ChatRequestInput, titleConversation } from "@lectern/contract";
import { describe, expect, onTestFinished, test } from "vitest";
import { testDatabaseKinds } from "../../../server/src/testing/testDatabase.ts";
import { readStoredContent } from "../../support/readStoredContent.ts";
import { startWorkspace } from "../../support/startWorkspace.ts";
import { createTemporaryFolder } from "../../support/temporary.ts";

/** Sentences that occur nowhere else. */
const local = {
  question: "The heron of the question waits at quay 4417",
  answer: "The heron of the answer left quay 4417 at dawn",
  prompt: "The heron of the instructions knows each quay",
  title: "Heron Title 4417",
  failing: "The heron of the failure finds no quay",
  malformed: "The heron of the malformed request",
  conversationId: "heron-conversation-4417",
};
const cloud = {
  question: "The otter of the question swims by pier 8052",
  answer: "The otter of the answer sleeps below pier 8052",
  title: "Otter Title 8052",
};

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("a local conversation is in nothing that the server stores, while a cloud conversation is", async () => {
    const folder = await createTemporaryFolder();
    const [dataDir, home] = [join(folder, "data"), join(folder, "home")];
    for (const path of [dataDir, home]) await mkdir(path);
    const workspace = await startWorkspace(kind, { DATA_DIR: dataDir, HOME: home, TMPDIR: home, LOG_LEVEL: "debug" });
    onTestFinished(() => workspace.close());
    const { api, models, modelId, lectern } = workspace;
    const request = (requestId: string, content: string): ChatRequestInput => ({
      model: modelId,
      messages: [
        { role: "system", content: local.prompt },
        { role: "user", content },
      ],
      options: { requestId, conversationId: local.conversationId, storage: "local" },
    });

    // Request an answer, disconnect halfway, and follow the run to its end.
    models.script({ answer: `${local.answer}. `.repeat(40), hangAfter: 30 });
    const stream = await api.ask(request("heron-run-1", local.question));
    await stream.readUntil(({ content }) => content.includes(local.answer));
    await stream.disconnect();
    const runs = await api.request("GET", `/chat/runs?conversationId=${local.conversationId}`);
    expect(JSON.stringify(await runs.json())).toContain("heron-run-1");
    const followed = await api.follow("heron-run-1");
    models.resume();
    expect((await followed.readToEnd()).content).toBe(`${local.answer}. `.repeat(40));

    // The outcomes: complete, stopped, failed before and during the answer, refused.
    models.script({ answer: local.answer });
    const whole = await api.request("POST", "/chat", { ...request("heron-run-2", local.question), stream: false });
    expect(await whole.json()).toMatchObject({ data: local.answer });
    models.script({ answer: `${local.answer} and on`, hangAfter: 10 });
    const stopped = await api.ask(request("heron-run-3", local.question));
    await stopped.readUntil(({ content }) => content.includes(local.answer));
    await api.request("POST", "/chat", { killSwitch: { requestId: "heron-run-3", value: true } });
    expect((await stopped.readToEnd()).end?.end).toBe("stopped");
    const refused = request("heron-run-4", `${local.failing} [[status: 500]]`);
    expect((await api.request("POST", "/chat", refused)).status).toBe(502);
    const failed = await api.ask(request("heron-run-5", `${local.failing} [[tokens: 9]] [[error: 4]]`));
    expect((await failed.readToEnd()).end?.end).toBe("failed");
    const wrong = { ...request("heron-run-6", local.malformed), temperature: local.malformed };
    expect((await api.request("POST", "/chat", wrong)).status).toBe(400);
    const unparsable = await fetch(`${lectern.url}/chat`, {
      method: "POST",
      headers: { authorization: `Bearer ${workspace.ann.accessToken}`, "content-type": "application/json" },
      body: `{"messages": "${local.malformed}`,
    });
    expect(unparsable.status).toBe(400);

    models.script({ answer: local.title });
    const titled = await api.call(titleConversation, {
      conversationId: local.conversationId,
      messages: [
        { role: "user", content: local.question },
        { role: "assistant", content: local.answer },
      ],
    });
    expect(titled).toEqual({ name: local.title });

    // Request an answer in a cloud conversation, whose title the server creates.
    models.script({ answer: cloud.answer });
    models.script({ answer: cloud.title });
    const kept = await api.ask({
      model: modelId,
      messages: [{ role: "user", content: cloud.question }],
      options: { requestId: "otter-run", conversationId: "otter-conversation", storage: "cloud", parentId: null },
    });
    expect((await kept.readToEnd()).end?.end).toBe("done");

    expect(await lectern.stop()).toBe(0);
    const written = await readStoredContent(workspace, folder);
    for (const text of Object.values(cloud)) {
      expect(written.findLocations(text), text).not.toEqual([]);
      expect(written.findLocations(text), text).not.toContain("log");
      if (kind === "pglite") expect(written.findLocations(text).join(), text).toContain(dataDir);
    }
    expect(written.findLocations("answer ended")).toEqual(["log"]);
    expect(written.findLocations("heron-run-5")).toEqual(expect.arrayContaining(["log", "table usage"]));
    for (const text of Object.values(local)) expect(written.findLocations(text), text).toEqual([]);
  });
});
