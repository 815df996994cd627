import { type ErrorCode, errorStatus } from "@lectern/contract";
import type { ModelFault, NamedFault } from "./modelFault.ts";
import { modelFaults } from "./modelFaults.ts";
import { browserFaults, serverFaults } from "./namedFaults.ts";

/** docs/faults.md, from the lists that the tests run on. */
export function faultsDocument(): string {
  return `# Faults

What each fault of a model's server, of a network, of our own server and of a browser comes to. The tables are made by
\`npm run documents\` from the lists on which the tests run (\`packages/server/src/testing/faults/\`), so they say what is tested.

Four rules hold for all of them.

1. **A question is never lost.** It stays in its conversation, or it is back in the field where it was typed.
2. **What has come of an answer stays**, with how it ended.
3. **Before the first word a failure is an HTTP status** with \`{success: false, code, message}\`; after it, it is the last event of
   the stream, \`{end: "failed", code, message}\`. Without streaming it is always a status. A client that was away finds the same
   end at \`GET /chat/{requestId}\`, and in a cloud conversation it is stored with the answer.
4. **Nothing is asked twice once anything has come.** Before that a model is asked again, at most twice and within 5 s, where its
   failure may pass by itself (see [decision 0008](decisions/0008-a-model-is-asked-again-only-before-its-first-word.md)).

In the conversation a failure begins with "Error communicating with the server. Please try again in a minute."; the sentence of the
table stands beneath it, with "Try again". Where the reply was a status, a notice names it ("Bad Gateway"). Where the server says when
to come back, the page counts down to it.

## A model's server and the way to it

Tested by \`modelFaults.test.ts\`: each row streamed, not streamed, and in a cloud conversation.

| fault | reply | what the person reads | what stays of the answer | cost | asked again |
|---|---|---|---|---|---|
${modelFaults.map(modelRow).join("\n")}

## Our server and its database

${namedTable(serverFaults)}

## The browser and the way to it

${namedTable(browserFaults)}
`;
}

function modelRow(row: ModelFault): string {
  const { fault, reads, text, usage, retries, note } = row;
  const cells = [
    fault,
    replyOf(row),
    [reads ?? "the answer", note].filter(Boolean).join(" — "),
    text === "" ? "nothing" : row.told.by === "end" && row.told.end === "done" ? "all of it" : "the text until then",
    { nothing: "nothing", counted: "as the model's server counts", estimated: "our estimate" }[usage],
    retries === 0 ? "no" : retries === 1 ? "once" : "twice",
  ];
  return lineOf(cells);
}

function replyOf({ cause, told }: ModelFault): string {
  // The tests shorten the time limits; with the real ones our own headers have left before the failure comes.
  if ("timeLimits" in cause && told.by === "status")
    return `200 after 10 s, end \`failed\`, \`${told.code}\`; not streamed: ${errorStatus[told.code]}`;
  if (told.by === "status")
    return `${statusOf(told.code)}${told.retryAfter ? `, \`Retry-After: ${told.retryAfter}\`` : ""}`;
  return told.end === "done" ? "200, end `done`" : `200, end \`failed\`, \`${told.code}\``;
}

function statusOf(code: ErrorCode): string {
  return `${errorStatus[code]} \`${code}\``;
}

function namedTable(rows: readonly NamedFault[]): string {
  const lines = rows.map(({ fault, told, reads, stays, retried, tests }) => {
    const files = [...new Set(tests.map(({ file }) => `\`${file.split("/").at(-1)}\``))];
    return lineOf([fault, told, reads, stays, retried, files.join(", ")]);
  });
  const head = [
    "| fault | what happens | what the person reads | what stays | tried again | test |",
    "|---|---|---|---|---|---|",
  ];
  return [...head, ...lines].join("\n");
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
