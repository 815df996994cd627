import * as z from "zod/mini";
import type { RunContribution } from "../core/run/run.ts";
import { defineTool, type ServerTool } from "../core/run/tool.ts";
import { defineModule, type ServerModule } from "../core/serverModule.ts";

/** A call that a test tool has received. */
export interface TestToolCall {
  tool: string;
  text: string;
}

export interface TestTools {
  /** Contributes the tools to every answer. */
  module: ServerModule;
  /** The calls that ran, in order. */
  calls: TestToolCall[];
  /** Replaces what the step contributes besides the tools. */
  contribution: Pick<RunContribution, "instructions" | "notices">;
  /** Ends the call of `wait` that is running, if there is one. */
  release(): void;
  /** Resolves when `wait` has been called. */
  whenWaiting(): Promise<void>;
}

/**
 * Creates tools for tests of the tool loop: `echo` returns its text, `wait` waits for `release`, `fail` throws, `huge`
 * returns 300,000 characters, `slow` exceeds its time limit, `send` needs approval, `publish` asks its own question for it,
 * and `pause` ends the answer, as `approvedPause` does after an approval.
 */
export function createTestTools(): TestTools {
  let waiting = Promise.withResolvers<void>();
  /** Ends the call of `wait` that is running. */
  let endWait: (() => void) | null = null;
  const input = z.object({ text: z._default(z.string().check(z.maxLength(20)), "") });
  const create = (
    name: string,
    run: ServerTool["run"],
    more: Partial<Pick<ServerTool, "maxCalls" | "timeoutMs" | "needsApproval">> = {},
  ) =>
    defineTool({
      name,
      title: `Test ${name}`,
      description: `The tool ${name}.`,
      input,
      run: (args, context) => {
        testTools.calls.push({ tool: name, text: args.text });
        return run(args, context);
      },
      ...more,
    });
  const echo: ServerTool["run"] = async (args) => ({ text: `echo: ${JSON.stringify(args)}` });
  const tools = [
    create("echo", echo),
    create("twice", echo, { maxCalls: 2 }),
    create("wait", async () => {
      const released = new Promise<void>((resolve) => {
        endWait = resolve;
      });
      waiting.resolve();
      await released;
      return { text: "waited" };
    }),
    create("fail", () => Promise.reject(new Error("a secret of the server"))),
    create("huge", async () => ({ text: "x".repeat(300_000) })),
    create("slow", () => new Promise(() => undefined), { timeoutMs: 50 }),
    create("send", echo, { needsApproval: true }),
    { ...create("publish", echo, { needsApproval: true }), approvalQuestion: "Publish it?", showsArguments: true },
    create("pause", async () => ({ text: "It waits for a signature.", pause: "Please sign the form first." })),
    create("approvedPause", async () => ({ text: "sent", pause: "Please sign the form first." }), {
      needsApproval: true,
    }),
  ];
  const testTools: TestTools = {
    calls: [],
    contribution: {},
    module: defineModule({
      name: "testTools",
      runSteps: [{ name: "testTools", begin: () => ({ prepare: async () => ({ ...testTools.contribution, tools }) }) }],
    }),
    release() {
      endWait?.();
      endWait = null;
      waiting = Promise.withResolvers();
    },
    whenWaiting: () => waiting.promise,
  };
  return testTools;
}
