import { notifications } from "@mantine/notifications";
import { afterEach, expect, test, vi } from "vitest";
import { encodeBase64 } from "../../../lib/base64.ts";
import { deleteAssistants } from "./deleteAssistants.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const assistants = ["Rome", "Athens", "Sparta"].map((name) => ({ assistantId: `astp/${name}`, name }));

/** Deletes the assistants on a server that fails to delete some. Returns the ids that are deleted, and the notices. */
async function deleteExcept(failing: readonly string[], ...[deleted, place]: Parameters<typeof deleteAssistants>) {
  const notices: unknown[] = [];
  vi.spyOn(notifications, "hide").mockReturnValue("");
  vi.spyOn(notifications, "show").mockImplementation(({ title, message }) => {
    notices.push([title, message].filter((part) => typeof part === "string").join(" "));
    return "";
  });
  let count = 0;
  vi.stubGlobal("fetch", async () => {
    const name = deleted[count++]?.name ?? "";
    if (failing.includes(name)) return Response.json({ success: false }, { status: 500 });
    return Response.json({ data: encodeBase64(JSON.stringify({ success: true, data: {} })) });
  });
  return { ids: await deleteAssistants(deleted, place), notices };
}

test("[C8.47c] [G8.12] the list of a group's assistants names those that failed to delete", async () => {
  expect(await deleteExcept(["Rome", "Sparta"], assistants, "overview")).toEqual({
    ids: ["astp/Athens"],
    notices: ["Assistant(s): Rome, Sparta failed to delete."],
  });
  expect((await deleteExcept(["Rome"], assistants.slice(0, 1), "overview")).notices).toEqual([
    "Assistant(s): Rome failed to delete.",
  ]);
});

test("[A8.30] in the panel, a failed deletion says so, and nothing is deleted", async () => {
  expect(await deleteExcept(["Rome"], assistants.slice(0, 1), "panel")).toEqual({
    ids: [],
    notices: ["Failed to delete assistant. Please try again."],
  });
});

test("the editor has its own text, and a deletion that succeeds has one text everywhere", async () => {
  const [rome] = assistants.map((assistant) => [assistant]);
  expect((await deleteExcept(["Rome"], rome ?? [], "editor")).notices).toEqual([
    "Unable to delete this assistant at this time...",
  ]);
  for (const place of ["editor", "overview", "panel"] as const)
    expect((await deleteExcept([], rome ?? [], place)).notices).toEqual(["Successfully deleted assistant. “Rome”"]);
  expect((await deleteExcept([], assistants, "overview")).notices).toEqual([
    "Successfully deleted assistant. “Rome”, “Athens” and “Sparta”",
  ]);
});
