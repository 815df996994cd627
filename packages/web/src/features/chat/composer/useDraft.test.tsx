import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { readUserValue } from "../../../lib/userStorage.ts";
import { useDraft } from "./useDraft.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Renders a field, and returns its text and the function that changes it. */
function renderField(key: string): Pick<ReturnType<typeof useDraft>, "text" | "setText"> {
  let field: ReturnType<typeof useDraft> | undefined;
  function Field() {
    field = useDraft("u1", key, null);
    return null;
  }
  renderToString(<Field />);
  if (!field) throw new Error("The field was not rendered.");
  return field;
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
