import { notifications } from "@mantine/notifications";
import { afterEach, expect, test, vi } from "vitest";
import { assistantKeys } from "../../../entities/assistants/useAssistants.ts";
import { encodeBase64 } from "../../../lib/base64.ts";
import { queryClient } from "../../../lib/queryClient.ts";
import { noticeIcons } from "../../../ui/notices/noticeIcons.tsx";
import { leaveSharedAssistant } from "./leaveSharedAssistant.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Leaves the assistant on a server with this answer. Returns what the person is told, and what is read again. */
async function leave(answer: Response) {
  const notices: unknown[] = [];
  vi.spyOn(notifications, "hide").mockReturnValue("");
  vi.spyOn(notifications, "show").mockImplementation(({ title, message, icon }) => {
    notices.push([title ?? message, icon]);
    return "";
  });
  const reload = vi.spyOn(queryClient, "invalidateQueries").mockResolvedValue();
  reload.mockClear();
  vi.stubGlobal("fetch", async () => answer);
  await leaveSharedAssistant({ assistantId: "astp/1", name: "Heat tutor" });
  return { notices, reloaded: reload.mock.calls.map(([filters]) => filters?.queryKey) };
}

const answerWith = (isRemoved: boolean) =>
  Response.json({ data: encodeBase64(JSON.stringify({ success: true, data: { isRemoved } })) });

test("whoever removes a shared assistant is told whether it is gone or only a group still shares it, and the list is read again", async () => {
  expect(await leave(answerWith(true))).toEqual({
    notices: [["“Heat tutor” was removed from your assistants.", noticeIcons.success]],
    reloaded: [assistantKeys.all],
  });
  expect(await leave(answerWith(false))).toEqual({
    notices: [["You still have “Heat tutor” through a group.", noticeIcons.info]],
    reloaded: [assistantKeys.all],
  });
});

test("if it cannot be removed, this is said and nothing else happens", async () => {
  expect(await leave(Response.json({ success: false }, { status: 500 }))).toEqual({
    notices: [["Couldn’t remove the assistant.", noticeIcons.error]],
    reloaded: [],
  });
});
