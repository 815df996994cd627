import { randomUUID } from "node:crypto";
import type { TokenUsage } from "@lectern/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { LedgerEntry } from "../../testing/modelServer/ledger.ts";
import { type ChatServer, readStream, startChatServer } from "../../testing/startChatServer.ts";

/**
 * The allowed difference between our estimate and the scripted server's count. The server uses another tokenizer and
 * does not count the markers around messages.
 */
const tolerance = { share: 0.35, tokens: 20 };

const noUsage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 };

describe("usage rows compared with the model server's counts", () => {
  let server: ChatServer;
  beforeAll(async () => {
    // This limit is high enough that no call is rejected.
    server = await startChatServer({ environment: { REQUESTS_PER_MINUTE: "100000" } });
  });
  afterEach(async () => {
    server.models.resume();
    await server.settled();
    await server.platform.db.deleteFrom("usage").execute();
    server.models.reset();
  });
  afterAll(() => server.close());

  const post = (content: string, requestId: string = randomUUID(), options = {}) =>
    server.post(server.ask(content, { requestId, max_tokens: 2_000, options }));
  const ask = async (content: string) => {
    await readStream(await post(content));
  };
  const stop = async (requestId: string) => {
    (await server.post({ killSwitch: { requestId, value: true } })).resume();
  };
  const listUsageRows = () => server.platform.db.selectFrom("usage").selectAll().execute();

  async function computeSums() {
    await server.settled();
    await Promise.all(server.models.chats().map(({ closed }) => closed));
    const usageRows = await listUsageRows();
    const ours = addUp(
      usageRows.map((row) => ({
        inputTokens: row.input_tokens,
        outputTokens: row.output_tokens,
        cachedTokens: row.cached_tokens,
      })),
    );
    return { rows: usageRows, ours, ledger: server.models.ledger(), theirs: addUp(server.models.ledger()) };
  }

  test("are equal whenever the server sends its count: answers, reasoning, tools, cached input, retries, titles", async () => {
    await ask("[[tokens:40]]");
    await ask("A longer question, of several words. [[tokens:300]] [[cached:12]]");
    await ask("[[answer:Yes.]] [[think:Let me see]]");
    await ask("[[tool:find_place]]");
    await ask("[[tokens:20]] [[finish:length]]");
    await ask("[[tokens:60]] [[runningusage]]");
    server.models.script({ status: 503 }, "scripted-large");
    await ask("Asked twice. [[tokens:9]]");
    const options = { conversationId: "titled", storage: "cloud", parentId: null };
    await readStream(await post("[[answer:Named after this.]]", "titled", options));
    const { rows, ours, theirs, ledger } = await computeSums();
    expect(ledger).toHaveLength(9);
    expect(rows).toHaveLength(9);
    expect(rows.every(({ is_estimate, outcome }) => !is_estimate && outcome === "done")).toBe(true);
    expect(ours).toEqual(theirs);
    expect(ours.cachedTokens).toBe(12);
  });

  test("are zero on both sides if the server rejected the call or failed before the first token", async () => {
    for (const directive of ["status:400", "status:401", "html", "cut:0", "error:0"]) await ask(`[[${directive}]]`);
    const { rows, ours, theirs } = await computeSums();
    expect(rows).toHaveLength(5);
    expect(rows.every(({ outcome, is_estimate }) => outcome === "failed" && !is_estimate)).toBe(true);
    expect([ours, theirs]).toEqual([noUsage, noUsage]);
  });

  test.each([
    ["cut in the middle", "[[tokens:200]] [[cut:120]]"],
    ["whose stream ended without an end event", "[[tokens:200]] [[end:120]]"],
    ["failed in the middle", "[[tokens:200]] [[error:120]]"],
    ["without a count", "[[tokens:120]] [[nousage]]"],
    ["cut, after reasoning", "[[think:I should name all that I know of it]] [[tokens:200]] [[cut:60]]"],
  ])("are close, and marked as estimates, for an answer %s", async (_how, directives) => {
    await ask(`What do you know of the river that runs through this old town? ${directives}`);
    expectClose(await computeSums());
  });

  test("are close for an answer that was stopped in the middle, and for one stopped before the first token", async () => {
    for (const [held, requestId] of [
      [80, "middle"],
      [0, "before"],
    ] as const) {
      server.models.pauseAfter(held);
      const answering = post("Tell me all that you know of it. [[tokens:200]]", requestId).then(readStream);
      await server.models.whenPaused();
      await stop(requestId);
      await answering;
      await Promise.all(server.models.chats().map(({ closed }) => closed));
    }
    const foundSums = await computeSums();
    expect(foundSums.rows.every(({ outcome }) => outcome === "stopped")).toBe(true);
    expect(foundSums.rows).toHaveLength(2);
    expectClose(foundSums);
  });

  test("use the last running count if the answer breaks off", async () => {
    await ask("[[tokens:200]] [[runningusage]] [[cached:3]] [[cut:120]]");
    const { rows, ours, theirs } = await computeSums();
    expect(rows[0]).toMatchObject({ outcome: "failed", input_tokens: theirs.inputTokens, cached_tokens: 3 });
    expect(ours.outputTokens).toBeGreaterThanOrEqual(theirs.outputTokens);
    expect(ours.outputTokens).toBeLessThanOrEqual(1.1 * theirs.outputTokens);
  });

  test("contain an estimate while an answer is being written, in case the process dies", async () => {
    server.models.pauseAfter(100);
    const answering = post("How far is it to the sea? [[tokens:200]]").then(readStream);
    await server.models.whenPaused();
    await vi.waitFor(async () => {
      const [row] = await listUsageRows();
      expect(row).toMatchObject({ settled_at: null, is_estimate: true });
      expect(isClose(row?.output_tokens ?? 0, 100)).toBe(true);
      expect(row?.input_tokens).toBeGreaterThan(10);
    }, 20_000);
    server.models.resume();
    await answering;
    expect((await listUsageRows())[0]).toMatchObject({ outcome: "done", is_estimate: false, output_tokens: 200 });
  });

  test("agree in total over a hundred concurrent calls of all kinds", async () => {
    const kinds = [
      "[[tokens:30]]",
      "[[tokens:90]] [[cached:5]]",
      "[[tokens:90]] [[cut:40]]",
      "[[tokens:50]] [[nousage]]",
      "[[status:400]]",
      "[[tokens:90]] [[error:70]]",
      "[[tokens:40]] [[runningusage]]",
      "[[tokens:60]] [[hang:20]]",
      "[[cut:0]]",
      "[[json]] [[tokens:12]]",
    ];
    for (let round = 0; round < 10; round++) {
      await Promise.all(
        kinds.map(async (kind, index) => {
          const requestId = `round-${round}-${index}`;
          const response = await post(`Question ${round} about the old stones of the bed. ${kind}`, requestId);
          if (kind.includes("hang")) await stop(requestId);
          await readStream(response);
        }),
      );
    }
    const { rows, ledger, ours, theirs } = await computeSums();
    expect(rows).toHaveLength(100);
    const isServed = (row: { output_tokens: number }) => row.output_tokens > 0;
    expect(rows.filter(isServed)).toHaveLength(ledger.filter(({ outputTokens }) => outputTokens > 0).length);
    const exactRows = rows.filter(({ is_estimate, outcome }) => !is_estimate && outcome === "done");
    const reportedEntries = ledger.filter(({ isReported }) => isReported);
    expect(exactRows).toHaveLength(reportedEntries.length);
    expect(exactRows.reduce((sum, row) => sum + row.input_tokens, 0)).toBe(addUp(reportedEntries).inputTokens);
    expect(exactRows.reduce((sum, row) => sum + row.output_tokens, 0)).toBe(addUp(reportedEntries).outputTokens);
    expect(isClose(ours.outputTokens, theirs.outputTokens)).toBe(true);
    expect(isClose(ours.inputTokens, theirs.inputTokens)).toBe(true);
  });
});

function addUp(counts: readonly (TokenUsage | LedgerEntry)[]): TokenUsage {
  return counts.reduce(
    (sum, { inputTokens, outputTokens, cachedTokens }) => ({
      inputTokens: sum.inputTokens + inputTokens,
      outputTokens: sum.outputTokens + outputTokens,
      cachedTokens: sum.cachedTokens + cachedTokens,
    }),
    noUsage,
  );
}

function isClose(ours: number, theirs: number): boolean {
  return Math.abs(ours - theirs) <= tolerance.tokens + tolerance.share * theirs;
}

function expectClose({
  rows,
  ours,
  theirs,
}: {
  rows: { is_estimate: boolean }[];
  ours: TokenUsage;
  theirs: TokenUsage;
}) {
  expect(rows.every(({ is_estimate }) => is_estimate)).toBe(true);
  expect(theirs.inputTokens).toBeGreaterThan(0);
  expect(ours.inputTokens).toBeGreaterThan(0);
  for (const kind of ["inputTokens", "outputTokens"] as const) {
    expect(isClose(ours[kind], theirs[kind]), `${kind}: ${ours[kind]} for ${theirs[kind]}`).toBe(true);
  }
}
