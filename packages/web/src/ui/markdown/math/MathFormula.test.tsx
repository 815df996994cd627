import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { MathFormula } from "./MathFormula.tsx";
import { loadMath } from "./mathLoader.ts";

const code = vi.hoisted(() => ({ renderMath: null as unknown }));
vi.mock("./renderMath.ts", () => ({
  get renderMath() {
    if (code.renderMath === null) throw new Error("no network");
    return code.renderMath;
  },
}));

const render = (tex: string) => renderToStaticMarkup(<MathFormula tex={tex} isDisplay={false} />);

test("the source of a formula is hidden while the library is loading, and shown if that or rendering it failed", async () => {
  expect(render("x^2")).toMatch(/<code class="[^"]*mathLoading[^"]*">x\^2</);
  await loadMath();
  expect(render("x^2")).toMatch(/<code [^>]*>x\^2</);
  expect(render("x^2")).not.toContain("mathLoading");
  code.renderMath = (tex: string) => (tex === "invalid" ? null : <b>{tex}</b>);
  await loadMath();
  expect(render("x^2")).toContain("<b>x^2</b>");
  expect(render("invalid")).toContain(">invalid</code>");
  expect(render("invalid")).not.toContain("mathLoading");
});
