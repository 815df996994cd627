import { type ErrorCode, errorStatus } from "@lectern/contract";
import type { ModelFault, NamedFault } from "./modelFault.ts";
import { modelFaults } from "./modelFaults.ts";
import { browserFaults, serverFaults } from "./namedFaults.ts";

/** Generates `docs/faults.md` from the lists that the tests use. */
export function formatFaultsDocument(): string {
  return `# Faults

This page lists the faults of model servers, networks, the Lectern server and browsers, and what happens in each case.
\`npm run documents\` generates the tables from the lists that the tests use
(\`packages/server/src/testing/faults/\`), so every row is tested.

Four rules apply to all faults.

1. **A question is never lost.** It stays in its conversation, or returns to the field where it was typed.
2. **The part of an answer that was received stays**, with a note on how it ended.
3. **Before the first token, a failure is an HTTP status** with \`{success: false, code, message}\`. After it, a
   failure is the last event of the stream, \`{end: "failed", code, message}\`. Without streaming, it is always a
   status. A client that was disconnected finds the same end at \`GET /chat/{requestId}\`. In a cloud conversation, it
   is stored with the answer.
4. **A model call is retried only before its first output**: at most twice and within 5 s, if the failure may be
   temporary (see [decision 0008](decisions/0008-model-calls-are-retried-only-before-the-first-token.md)).

In the conversation, a failure starts with the sentence from the table. Below it are "Try again" and, unless that
sentence says itself what to do, "Error communicating with the server. Please try again in a minute." If the response was
an HTTP status, a notice says the first sentence too. If the server says when to try again, the page counts down and,
within two minutes, tries again by itself, at most three times. The id of the request is folded under "Details".

## Model servers and the connection to them

\`modelFaults.test.ts\` tests each row with streaming, without streaming, and in a cloud conversation.

| fault | response | text shown | part of the answer that stays | recorded usage | retries |
|---|---|---|---|---|---|
${modelFaults.map(formatModelFault).join("\n")}

## The Lectern server and its database

${formatNamedFaults(serverFaults)}

## The browser and its connection

${formatNamedFaults(browserFaults)}
`;
}

function formatModelFault(row: ModelFault): string {
  const { fault, response, message, answerText, usage, retries, note } = row;
  const cells = [
    fault,
    formatResponse(row),
    [message ?? "the answer", note].filter(Boolean).join(" — "),
    answerText === "" ? "nothing" : response.by === "end" && response.end === "done" ? "all of it" : "the text so far",
    { nothing: "none", counted: "as reported by the model server", estimated: "estimated" }[usage],
    retries === 0 ? "none" : retries === 1 ? "one" : "two",
  ];
  return formatTableLine(cells);
}

function formatResponse({ cause, response }: ModelFault): string {
  // The tests shorten the time limits. With the real limits, the response headers are sent before the failure.
  if ("timeLimits" in cause && response.by === "status")
    return `200 after 10 s, end \`failed\`, \`${response.code}\`; without streaming: ${errorStatus[response.code]}`;
  if (response.by === "status")
    return `${formatStatus(response.code)}${response.retryAfter ? `, \`Retry-After: ${response.retryAfter}\`` : ""}`;
  return response.end === "done" ? "200, end `done`" : `200, end \`failed\`, \`${response.code}\``;
}

function formatStatus(code: ErrorCode): string {
  return `${errorStatus[code]} \`${code}\``;
}

function formatNamedFaults(rows: readonly NamedFault[]): string {
  const lines = rows.map(({ fault, response, message, preserved, retries, tests }) => {
    const files = [...new Set(tests.map(({ file }) => `\`${file.split("/").at(-1)}\``))];
    return formatTableLine([fault, response, message, preserved, retries, files.join(", ")]);
  });
  const headLines = ["| fault | response | text shown | what stays | retries | tests |", "|---|---|---|---|---|---|"];
  return [...headLines, ...lines].join("\n");
}

function formatTableLine(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
