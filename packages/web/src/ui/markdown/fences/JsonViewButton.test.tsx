import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { JsonViewButton } from "./JsonViewButton.tsx";

const draw = (code: string) => renderToString(<JsonViewButton code={code} isOn={false} onChange={() => {}} />);

test.each(['{"a": ', '{"a": 1,}', "{a: 1}", "", "not JSON"])(
  "[C5.41] the sandbox view is disabled, with the reason, for a block that is not JSON: %s",
  (code) => {
    expect(draw(code)).toMatch(/aria-label="Sandbox view"[^>]*aria-disabled="true"/);
    expect(draw(code)).toContain("Not valid JSON");
  },
);

test.each(['{"a": 1}', "[]", "null", " 7\n"])("[C5.41] the sandbox view is enabled for JSON: %s", (code) => {
  expect(draw(code)).toMatch(/aria-label="Sandbox view"[^>]*aria-disabled="false"/);
  expect(draw(code)).not.toContain("Not valid JSON");
});
