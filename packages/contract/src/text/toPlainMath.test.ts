import fc from "fast-check";
import { expect, test } from "vitest";
import { toPlainMath } from "./toPlainMath.ts";

test.each([
  ["\\eta = 1 - \\frac{T_c}{T_h}", "η = 1 - T_c/T_h"],
  ["E = mc^2", "E = mc²"],
  ["x_{10}^{-1}", "x₁₀⁻¹"],
  ["\\frac{a + b}{c}", "(a + b)/c"],
  ["\\frac{1}{\\sqrt{2\\pi}}", "1/(√(2π))"],
  ["e^{-\\lambda t}", "e^(-λ t)"],
  ["\\text{Wirkungsgrad} \\le 50\\%", "Wirkungsgrad ≤ 50%"],
  ["\\sin\\theta \\approx \\theta", "sin θ ≈ θ"],
  ["T_{\\mathrm{in}} = 20^\\circ", "T_in = 20°"],
  ["\\left( a \\cdot b \\right)", "( a · b )"],
  ["\\{ 1, 2 \\}", "{ 1, 2 }"],
  ["\\log_2(n)", "log₂(n)"],
])("%j reads as %j", (tex, text) => expect(toPlainMath(tex)).toBe(text));

test("any text is converted without an error", () => {
  const part = fc.constantFrom("\\frac", "\\sqrt", "\\x", "{", "}", "^", "_", "\\", "$", " ", "a", "1", "\\{");
  fc.assert(fc.property(fc.array(part), (parts) => typeof toPlainMath(parts.join("")) === "string"));
});
