interface MathWriter {
  /** Returns what stands before an element of a formula. */
  open(name: string): string;
  /** Returns what stands after it. */
  close(name: string): string;
  isOpen(): boolean;
}

/** Stand for brackets that may not be needed. Private characters, so that no document has them as its text. */
const from = "\uf8f3";
const to = "\uf8f4";

/** What stands before the first and second part of an element, and after the last. */
const signs: Readonly<Record<string, readonly [first: string, second: string, end: string]>> = {
  mfrac: [from, `${to}/${from}`, to],
  msup: ["", `^${from}`, to],
  msub: ["", `_${from}`, to],
  mover: ["", `^${from}`, to],
  munder: ["", `_${from}`, to],
  mroot: [`root${from}`, ", ", to],
  msqrt: [`√${from}`, "", to],
};

/** Writes the formulas of MathML (MathML Core, 3.3 and 3.4) in one line, so that fractions and powers stay apart. */
export function createMathWriter(): MathWriter {
  /** The open elements, outermost first, with the number of their parts so far. */
  const openElements: { name: string; count: number }[] = [];
  return {
    open(name) {
      const parent = openElements.at(-1);
      if (!parent && name !== "math") return "";
      openElements.push({ name, count: 0 });
      if (!parent) return "";
      parent.count++;
      const [first, second] = getSigns(parent.name);
      if (parent.count === 1) return first;
      if (parent.count === 2) return second;
      // The third part of an element with a lower and an upper text.
      return parent.count === 3 && isPair(parent.name) ? `${to}^${from}` : "";
    },
    close(name) {
      if (openElements.at(-1)?.name !== name) return "";
      const element = openElements.pop();
      return element && element.count > 0 ? getSigns(element.name)[2] : "";
    },
    isOpen: () => openElements.length > 0,
  };
}

/** Replaces the marks of `MathWriter` with brackets, except around single numbers, letters and words. */
export const writeBrackets = (formula: string): string =>
  formula
    .replace(/\uf8f3([\p{L}\p{Nd}.,]+)\uf8f4/gu, "$1")
    .replaceAll("\uf8f3", "(")
    .replaceAll("\uf8f4", ")");

const isPair = (name: string) => name === "msubsup" || name === "munderover";
const getSigns = (name: string) => (isPair(name) ? (["", `_${from}`, to] as const) : (signs[name] ?? ["", "", ""]));
