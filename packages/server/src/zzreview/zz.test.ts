import { createConversation } from "@lectern/contract";
import { test } from "vitest";
import { createTestApp } from "../testing/createTestApp.ts";
import { testDatabaseKinds } from "../testing/testDatabase.ts";
test.each(testDatabaseKinds)("measure %s", async (database) => {
  const server = await createTestApp({ database });
  const owner = await server.signIn("a@example.org");
  const texts = {
    english: ("The quick brown fox jumps over the lazy dog, item " + "number. ").repeat(300),
    cjk: Array.from({ length: 6000 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7919) % 20000))).join(""),
    fdfa: "\ufdfa".repeat(6000),
  };
  for (const [name, text] of Object.entries(texts)) {
    const n = Math.floor(8_000_000 / Buffer.byteLength(text));
    const messages = Array.from({ length: n }, (_, i) => ({ id: `m${i}`, parentId: i ? `m${i - 1}` : null, role: "user" as const, content: text + i }));
    const at = performance.now();
    const r = await owner.proxy(createConversation, { conversation: { id: name, messages } });
    console.log(database, name, n, r.status, JSON.stringify(r.body).slice(0, 200), Math.round(performance.now() - at), "ms for 8 MB");
  }
  await server.close();
}, 300000);
