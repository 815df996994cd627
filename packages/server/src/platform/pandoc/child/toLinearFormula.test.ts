import { expect, test } from "vitest";
import { toLinearFormula } from "./toLinearFormula.ts";

const t = (text: string) => `<m:r><m:rPr><m:sty m:val="p" /></m:rPr><m:t>${text}</m:t></m:r>`;

test.each([
  [`<m:f><m:num>${t("a+b")}</m:num><m:den>${t("2c")}</m:den></m:f>`, "(a+b)/2c"],
  [`<m:sSubSup><m:e>${t("x")}</m:e><m:sub>${t("i")}</m:sub><m:sup>${t("−1")}</m:sup></m:sSubSup>`, "x_i^(−1)"],
  [`<m:rad><m:radPr><m:degHide m:val="on" /></m:radPr><m:deg /><m:e>${t("2")}</m:e></m:rad>`, "√2"],
  [`<m:rad><m:deg>${t("3")}</m:deg><m:e>${t("x+1")}</m:e></m:rad>`, "√(3&x+1)"],
  [
    `<m:nary><m:naryPr><m:chr m:val="∑" /></m:naryPr><m:sub>${t("i=1")}</m:sub><m:sup>${t("n")}</m:sup><m:e>${t("i")}</m:e></m:nary>`,
    "∑_(i=1)^n i",
  ],
  [`<m:nary><m:sub /><m:sup /><m:e>${t("x")}</m:e></m:nary>${t("dx")}`, "∫ xdx"],
  [`<m:limLow><m:e>${t("lim")}</m:e><m:lim>${t("n→∞")}</m:lim></m:limLow>`, "lim_(n→∞)"],
  [`<m:func><m:fName>${t("sin")}</m:fName><m:e>${t("x")}</m:e></m:func>`, "sin x"],
  [
    `<m:d><m:dPr><m:begChr m:val="[" /><m:sepChr m:val="," /><m:endChr m:val=")" /></m:dPr><m:e>${t("0")}</m:e><m:e>${t("1")}</m:e></m:d>`,
    "[0,1)",
  ],
  [
    `<m:d><m:e><m:m><m:mPr />${`<m:mr><m:e>${t("a")}</m:e><m:e>${t("b")}</m:e></m:mr>`.repeat(2)}</m:m></m:e></m:d>`,
    "([a, b; a, b])",
  ],
  [`<m:eqArr><m:e>${t("a=1")}</m:e><m:e>${t("b=2")}</m:e></m:eqArr>`, "a=1; b=2"],
  [`<m:acc><m:accPr><m:chr m:val="\u0304" /></m:accPr><m:e>${t("x")}</m:e></m:acc>`, "x\u0304"],
  [`<m:oMathPara><m:oMath><m:box><m:e>${t("a &lt; b")}</m:e></m:box></m:oMath></m:oMathPara>`, "a < b"],
])("the formula %# is one line of text without loss", (omml, text) => {
  expect(toLinearFormula(omml)).toBe(text);
});
