import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { StarterList } from "./StarterList.tsx";

test("each question to start with has its own direction", () => {
  const html = renderToStaticMarkup(<StarterList starters={["מהי גאות?"]} onChoose={() => {}} />);
  expect(html).toContain('<span dir="auto">מהי גאות?</span>');
});
