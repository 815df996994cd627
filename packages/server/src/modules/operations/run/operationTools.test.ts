import type { HttpCallResult, JsonObject, StatusEntry } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { AppError } from "../../../core/appError.ts";
import type { ServerTool, ToolResult } from "../../../core/run/tool.ts";
import type { CallableOperation } from "./callableOperation.ts";
import { createOperationTools } from "./operationTools.ts";

const operation: CallableOperation = {
  ...{ id: "a1", name: "weather", toolName: "weather", title: "weather", description: "Tells the weather." },
  params: [{ name: "city", description: "Where" }],
  request: {
    ...{ requestType: "GET" as const, url: "https://api.example.org", headers: {}, body: "" },
    auth: { type: "none", token: "", username: "", password: "" },
  },
  ...{ integration: null, builtIn: null },
  ...{ needsApproval: true, approvalQuestion: "", errorMessage: "", fingerprint: "f" },
};

const asksAgain = '{"data":{"retryIn":5}}';

type Reply = string | { status: number; body: string; isCut?: boolean } | Error;

function createTool(replies: Reply[], changes: Partial<CallableOperation> = {}) {
  const sent: JsonObject[] = [];
  const waits: number[] = [];
  const reports: StatusEntry[] = [];
  const [tool] = createOperationTools([{ ...operation, ...changes }], {
    wait: async (ms) => void waits.push(ms),
    send: async (_operation, params): Promise<HttpCallResult> => {
      sent.push(params);
      const reply = replies.shift() ?? "";
      if (reply instanceof Error) throw reply;
      const { status, body, isCut = false } = typeof reply === "string" ? { status: 200, body: reply } : reply;
      return { status, body, isCut, durationMs: 1 };
    },
  });
  const call = (args: unknown = { city: "Bergen" }) =>
    (tool as ServerTool).run(args, { signal: new AbortController().signal, report: (each) => reports.push(each) });
  return { tool: tool as ServerTool, call, sent, waits, reports };
}

describe("an operation as a tool", () => {
  test("tells the model its parameters, and asks the person with the default question or its own", () => {
    const { tool } = createTool([]);
    expect(tool).toMatchObject({
      name: "weather",
      description: "Tells the weather.",
      parameters: { type: "object", properties: { city: { type: "string", description: "Where" } } },
      needsApproval: true,
      approvalQuestion: "Do you want to allow the assistant to perform the specified operation?",
    });
    expect(createTool([], { approvalQuestion: "Look it up?" }).tool.approvalQuestion).toBe("Look it up?");
  });

  test("shows its arguments where others are hidden only if a person has to approve them", () => {
    expect(createTool([]).tool?.showsArguments).toBe(true);
    expect(createTool([], { needsApproval: false }).tool?.showsArguments).toBe(false);
  });

  test("shows the progress of two calls apart", async () => {
    const { call, reports } = createTool([asksAgain, asksAgain]);
    await Promise.all([call(), call()]);
    expect(new Set(reports.map(({ id }) => id)).size).toBe(2);
  });

  test("[C7.41] [C7.42] sends the model's parameters and returns what the server answers", async () => {
    const { call, sent } = createTool(['{"success":true,"data":{"rain":"heavy"}}']);
    expect(await call()).toEqual({ text: '{"success":true,"data":{"rain":"heavy"}}' });
    expect(await call({ city: "Oslo", admin: "yes" })).toBeDefined();
    expect(sent).toEqual([{ city: "Bergen" }, { city: "Oslo" }]);
    expect(await call([])).toMatchObject({ isError: true });
    expect(sent).toHaveLength(2);
  });

  test("[C4.34] [C9.09a] waits and asks again as the server says, up to three times, and says so meanwhile", async () => {
    const later = '{"data":{"retryIn":1500,"retryMessage":"Still counting"}}';
    const soon = createTool([later, "42"]);
    expect(await soon.call()).toEqual({ text: "42" });
    expect(soon.waits).toEqual([1500]);
    expect(soon.reports).toMatchObject([
      { summary: "Still counting", inProgress: true },
      { summary: "Still counting", inProgress: false },
    ]);
    const never = createTool([later, later, later, later, later]);
    expect(await never.call()).toEqual({ text: later });
    expect(never.sent).toHaveLength(4);
    const slow = createTool(['{"data":{"retryIn":86400000}}', "42"]);
    await slow.call();
    expect(slow.waits).toEqual([20_000]);
  });

  test.each([
    ['{"data":{"pause":{"message":"Please sign the form."}}}', "Please sign the form."],
    ['{"data":{"pause":"Please sign the form."}}', "Please sign the form."],
    ['{"data":{"pause":true}}', "Pause message is missing from the result of the operation."],
    ['{"data":{"pause":false}}', undefined],
  ])("[C8.37] ends the answer with the message of a pause: %s", async (body, pause) => {
    expect((await createTool([body]).call()).pause).toBe(pause);
  });

  test("tells the model that a result is only a part", async () => {
    const note = /x\n\[The rest was left out because the result is too long\.\]$/;
    for (const integration of [null, "google_drive"] as const) {
      const { call } = createTool([{ status: 200, body: "x", isCut: true }], { integration });
      expect((await call()).text).toMatch(note);
    }
  });

  test("shows only characters that can be stored of what a server says", async () => {
    const paused = createTool(['{"data":{"pause":"Sign\\u0000 here \\ud83d"}}']);
    expect((await paused.call()).pause).toBe("Sign here \ufffd");
    const later = createTool(['{"data":{"retryIn":1,"retryMessage":"Still\\u0000 counting"}}', "42"]);
    await later.call();
    expect(later.reports[0]?.summary).toBe("Still counting");
  });

  test("tells the model why a call failed, or what its administrator wants it to say", async () => {
    const refused = { status: 403, body: "no" };
    expect(await createTool([refused]).call()).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^The server answered with status 403\.\nno/),
    });
    expect(await createTool(['{"success":false,"message":"full"}']).call()).toMatchObject({ isError: true });
    const unreachable = new AppError("unprocessable", { userMessage: "No answer within 20 seconds." });
    expect((await createTool([unreachable]).call()).text).toMatch(
      /^Unable to fetch the result of the operation\. No answer within 20 seconds\./,
    );
    const closed = { errorMessage: "Enrolment is closed." };
    expect((await createTool([unreachable], closed).call()).text).toBe("Enrolment is closed.");
    expect((await createTool([refused], closed).call()).text).toBe("Enrolment is closed.");
  });

  test("[C8.36] [C9.08b] tells the model to stop and ask while one of the last four results is an error", async () => {
    const { call } = createTool([{ status: 500, body: "" }, "1", "2", "3", "4"]);
    const results: ToolResult[] = [];
    for (let count = 0; count < 5; count++) results.push(await call());
    const note = expect.stringContaining("tell the person what went wrong, and ask whether to try again");
    expect(results.map(({ modelNote }) => modelNote)).toEqual([note, note, note, note, undefined]);
    // People read it as the result of the step.
    expect(results.map(({ text }) => text)).not.toContainEqual(note);
  });
});
