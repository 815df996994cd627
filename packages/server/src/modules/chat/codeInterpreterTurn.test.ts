import { randomUUID } from "node:crypto";
import { openConversation } from "@lectern/contract";
import { expect, test } from "vitest";
import { readStream, startChatServer } from "../../testing/startChatServer.ts";

test("[C3.03] a cloud conversation has the code interpreter that its last turn with one has named", async () => {
  const server = await startChatServer();
  const conversationId = randomUUID();
  const cloud = { conversationId, storage: "cloud" as const };
  const ask = async (options: object) =>
    readStream(await server.post(server.ask("Hello", { options: { requestId: randomUUID(), ...cloud, ...options } })));
  const read = async () => (await server.ann.proxy(openConversation, { conversationId })).result.conversation;
  try {
    await ask({ parentId: null, replyId: "a1", codeInterpreterAssistantId: "i1" });
    expect((await read()).codeInterpreterAssistantId).toBe("i1");
    // Switched off for a turn, it stays: earlier files belong to it.
    await ask({ parentId: "a1", replyId: "a2", codeInterpreterAssistantId: "i2", skipCodeInterpreter: true });
    await ask({ parentId: "a2", replyId: "a3" });
    expect((await read()).codeInterpreterAssistantId).toBe("i1");
    await ask({ parentId: "a3", replyId: "a4", codeInterpreterAssistantId: "i2" });
    expect((await read()).codeInterpreterAssistantId).toBe("i2");
    await server.settled();
  } finally {
    await server.close();
  }
});
