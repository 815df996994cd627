import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { renderInWorkspace } from "../../../testing/renderApp.tsx";
import type { PythonResult } from "../../../ui/python/pythonInterpreter.ts";
import type { BlockRun } from "./blockRuns.ts";
import { PythonOutput } from "./PythonOutput.tsx";

const result: PythonResult = { status: "done", stdout: "", stderr: "", value: null, error: null, files: [] };
const createRun = (fields: Partial<BlockRun>): BlockRun => ({
  state: "ended",
  stdout: "",
  stderr: "",
  result: null,
  ...fields,
});
const show = (run: BlockRun, onClear = () => {}) => renderInWorkspace(<PythonOutput run={run} onClear={onClear} />);
const status = () => page.getByRole("status");

test.for([
  ["waiting", "Waiting to start…"],
  ["loading", "Loading Python…"],
  ["packages", "Loading packages…"],
  ["running", "Running…"],
] as const)("a run that is %s says so, shows what was written, and cannot be cleared", async ([state, text]) => {
  await show(createRun({ state, stdout: "begun" }));
  await expect.element(status()).toHaveTextContent(text);
  await expect.element(page.getByRole("region", { name: "Printed text" })).toHaveTextContent("begun");
  await expect.element(page.getByRole("button", { name: "Clear" })).not.toBeInTheDocument();
});

test.for([
  ["done", "The code ran without output."],
  ["failed", "The code failed."],
  ["stopped", "Stopped. The variables and files of this chat’s code are gone."],
  ["timeout", "The code took too long and was stopped. The variables and files of this chat’s code are gone."],
  ["crashed", "Python crashed. The variables and files of this chat’s code are gone."],
  ["unavailable", "Python could not be loaded. Check your connection and try again."],
] as const)("a run that ended as %s says so, and can be cleared", async ([ending, text]) => {
  const onClear = vi.fn();
  await show(createRun({ result: { ...result, status: ending } }), onClear);
  await expect.element(status()).toHaveTextContent(text);
  await page.getByRole("button", { name: "Clear" }).click();
  expect(onClear).toHaveBeenCalledOnce();
});

test("of a long output only the end is shown", async () => {
  await show(createRun({ stdout: `first${"x".repeat(50_000)}last`, result }));
  await expect.element(page.getByText("Only the end is shown.")).toBeVisible();
  const text = page.getByRole("region", { name: "Printed text" }).element().textContent;
  expect(text).toHaveLength(50_000);
  expect(text.endsWith("last")).toBe(true);
});
