import { getFeatureFlags, listPythonFunctions } from "@lectern/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openStoredChat } from "../../../testing/chatSteps.ts";
import { createBranch } from "../../../testing/conversations.ts";
import { createFlags } from "../../../testing/defaultAnswers.ts";
import { eventually } from "../../../testing/screen.ts";
import { stubPython } from "../../../testing/stubPython.ts";
import { stubOp } from "../../../testing/stubServer.ts";

test("a block that waits for another one can be stopped, which leaves nothing, and the other one goes on", async () => {
  stubOp(getFeatureFlags, createFlags({ pythonFunction: true }));
  stubOp(listPythonFunctions, { functions: [] });
  const python = stubPython();
  await openStoredChat(createBranch(["Show two", "```python\nfirst()\n```\n\n```python\nsecond()\n```"]));
  const run = page.getByRole("button", { name: "Run" });
  const stop = page.getByRole("button", { name: "Stop", exact: true });
  const outputs = page.getByRole("region", { name: "Output" });
  await run.first().click();
  await eventually(() => python.runs.length).toBe(1);
  await run.click();
  await eventually(() => outputs.elements().length).toBe(2);
  await stop.last().click();
  await eventually(() => outputs.elements().length).toBe(1);
  python.runs[0]?.end({ stdout: "done" });
  await expect.element(page.getByRole("region", { name: "Printed text" })).toHaveTextContent("done");
  expect(python.runs).toHaveLength(1);
});
