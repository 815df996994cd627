import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { readUserValue } from "../../../../lib/userStorage.ts";
import { createEmptyDraft, emptyGroupType } from "./assistantDraft.ts";
import { createCustomApi } from "./customApiDraft.ts";
import { type DraftState, useAssistantDraft } from "./useAssistantDraft.ts";

afterEach(() => {
  vi.useRealTimers();
});

function Editor({ onRender }: { onRender: (state: DraftState) => void }) {
  onRender(useAssistantDraft("u1", "assistantDraft.new.", { draft: createEmptyDraft(), version: null }));
  return null;
}

test("[G9.06] what is typed for a group type is stored 100 ms after the last change", () => {
  vi.useFakeTimers();
  const states: DraftState[] = [];
  renderToString(<Editor onRender={(state) => states.push(state)} />);
  const type = (additionalInstructions: string) =>
    states[0]?.change({ groupTypeData: { Law: { ...emptyGroupType, additionalInstructions } } });
  const readStored = () => readUserValue("u1", "assistantDraft.new.");
  type("Cite");
  vi.advanceTimersByTime(99);
  type("Cite the statute");
  vi.advanceTimersByTime(99);
  expect(readStored()).toBeNull();
  vi.advanceTimersByTime(1);
  expect(JSON.parse(readStored() ?? "null")).toMatchObject({
    draft: { groupTypeData: { Law: { additionalInstructions: "Cite the statute" } } },
  });
});

test("the browser stores no secret of an API that has been typed", () => {
  vi.useFakeTimers();
  const states: DraftState[] = [];
  renderToString(<Editor onRender={(state) => states.push(state)} />);
  const auth = { type: "basic" as const, token: "", username: "ann", password: "a-secret" };
  const headers = [{ name: "X-Key", value: "a-secret" }];
  states[0]?.change({ customApis: [{ ...createCustomApi(), name: "Courses", auth, headers }] });
  vi.runAllTimers();
  const stored = readUserValue("u1", "assistantDraft.new.");
  expect(stored).toContain("Courses");
  expect(stored).not.toContain("a-secret");
});
