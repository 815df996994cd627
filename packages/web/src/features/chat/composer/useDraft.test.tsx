import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { readUserValue } from "../../../lib/userStorage.ts";
import { useDraft } from "./useDraft.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

type Draft = ReturnType<typeof useDraft>;

function Field({ draftKey, onRender }: { draftKey: string; onRender: (draft: Draft) => void }) {
  onRender(useDraft("u1", draftKey, null));
  return null;
}

/** Renders a field, and returns its text and the function that changes it. */
function renderField(draftKey: string): Draft {
  const drafts: Draft[] = [];
  renderToString(<Field draftKey={draftKey} onRender={(draft) => drafts.push(draft)} />);
  const [draft] = drafts;
  if (!draft) throw new Error("The field was not rendered.");
  return draft;
}

test("a field that replaces another one has its text, even before that is stored", () => {
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
  renderField("c1").setText("Typed just now");
  expect(readUserValue("u1", "draft:c1")).toBeNull();
  expect(renderField("c1").text).toBe("Typed just now");
  expect(renderField("c2").text).toBe("");
  vi.runAllTimers();
  expect(readUserValue("u1", "draft:c1")).toBe("Typed just now");
  expect(renderField("c1").text).toBe("Typed just now");
});
