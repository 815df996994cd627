import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PreviewMessages } from "./PreviewMessages.tsx";

const errors = [{ message: "x is not defined", file: "App.jsx", line: 3 }];
const render = (isFailed: boolean) =>
  renderToStaticMarkup(
    <PreviewMessages errors={errors} lines={[]} omittedCount={0} isFailed={isFailed} errorAction={<b>Fix it</b>} />,
  );

test("the list of errors is open at first if there is nothing else to see, and what can be done about them is beside its button", () => {
  expect(render(true)).toContain("x is not defined");
  expect(render(true)).toContain('aria-expanded="true"');
  expect(render(false)).not.toContain("x is not defined");
  expect(render(false)).toContain("<b>Fix it</b>");
});
