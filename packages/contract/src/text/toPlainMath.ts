const symbols: Readonly<Record<string, string>> = {
  ...{ alpha: "α", beta: "β", gamma: "γ", delta: "δ", epsilon: "ε", varepsilon: "ε", zeta: "ζ", eta: "η", theta: "θ" },
  ...{ iota: "ι", kappa: "κ", lambda: "λ", mu: "μ", nu: "ν", xi: "ξ", pi: "π", rho: "ρ", sigma: "σ", tau: "τ" },
  ...{ phi: "φ", varphi: "φ", chi: "χ", psi: "ψ", omega: "ω", Gamma: "Γ", Delta: "Δ", Theta: "Θ", Lambda: "Λ" },
  ...{ Xi: "Ξ", Pi: "Π", Sigma: "Σ", Phi: "Φ", Psi: "Ψ", Omega: "Ω", cdot: "·", times: "×", div: "÷", pm: "±" },
  ...{ le: "≤", leq: "≤", ge: "≥", geq: "≥", ne: "≠", neq: "≠", approx: "≈", equiv: "≡", sim: "∼", propto: "∝" },
  ...{ infty: "∞", sum: "∑", prod: "∏", int: "∫", oint: "∮", partial: "∂", nabla: "∇", to: "→", rightarrow: "→" },
  ...{ Rightarrow: "⇒", leftarrow: "←", leftrightarrow: "↔", iff: "⇔", mapsto: "↦", in: "∈", notin: "∉" },
  ...{ subset: "⊂", cup: "∪", cap: "∩", emptyset: "∅", forall: "∀", exists: "∃", neg: "¬", land: "∧", lor: "∨" },
  ...{ circ: "°", degree: "°", hbar: "ℏ", ell: "ℓ", dots: "…", ldots: "…", cdots: "…", langle: "⟨", rangle: "⟩" },
  ...{ quad: " ", qquad: " ", left: "", right: "", big: "", Big: "", displaystyle: "", limits: "" },
};
/** Commands whose only effect is how their argument looks. */
const stylePattern = /\\(?:text|textbf|textit|mathrm|mathbf|mathit|mathcal|mathbb|operatorname|boxed)\*?(?=\s*\{)/g;
const superscripts: Readonly<Record<string, string>> = {
  ...{ 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹", "+": "⁺", "-": "⁻", n: "ⁿ" },
};
const subscripts: Readonly<Record<string, string>> = {
  ...{ 0: "₀", 1: "₁", 2: "₂", 3: "₃", 4: "₄", 5: "₅", 6: "₆", 7: "₇", 8: "₈", 9: "₉", "+": "₊", "-": "₋" },
};
/** A group without groups in it. */
const group = String.raw`\s*\{([^{}]*)\}`;
const fractionPattern = new RegExp(String.raw`\\[dt]?frac${group}${group}`, "g");
const rootPattern = new RegExp(String.raw`\\sqrt(?:\[[^\]]*\])?${group}`, "g");
const scriptPattern = /([_^])\s*(?:\{([^{}]*)\}|(\\?[^\s{}()\\]))/g;
const maxDepth = 6;

/** Returns a formula in TeX as a person would type it on one line: `\frac{T_1}{T_2}` is `T₁/T₂`. */
export function toPlainMath(tex: string): string {
  let text = tex
    .replace(/\\(?:begin|end)\{[^{}]*\}/g, " ")
    .replace(stylePattern, "")
    .replace(/\\([A-Za-z]+)(?=(\s*)(.?))/g, (command, name: string, space: string, next: string) => {
      const symbol = symbols[name];
      if (symbol !== undefined) return symbol;
      if (name === "frac" || name === "dfrac" || name === "tfrac" || name === "sqrt") return command;
      return space === "" && /[\p{L}\p{N}({\\]/u.test(next) ? `${name} ` : name;
    })
    .replace(/\\\\|\\[,;:! ]|(?<!\\)[~&]/g, " ");
  // From the innermost groups outwards.
  for (let depth = 0, before = ""; depth < maxDepth && before !== text; depth++) {
    before = text;
    text = text
      .replace(scriptPattern, (_, sign: string, inGroup?: string, single?: string) =>
        toScript(sign, (inGroup ?? single ?? "").trim()),
      )
      .replace(fractionPattern, (_, above: string, below: string) => `${bracket(above)}/${bracket(below)}`)
      .replace(
        rootPattern,
        (_, content: string) => `√${content.trim().length > 1 ? `(${content.trim()})` : content.trim()}`,
      )
      .replace(/(?<!\\(?:[dt]?frac|sqrt)\s*)(?<![\\}_^]\s*)\{([^{}]*)\}(?!\s*\{)/g, "$1");
  }
  return text
    .replace(/\\([{}$%&#_])/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}

/** Returns superscript or subscript characters if they exist, else the sign with the content. */
function toScript(sign: string, content: string): string {
  const characters = [...content].map((character) => (sign === "^" ? superscripts : subscripts)[character]);
  if (characters.every((character) => character !== undefined)) return characters.join("");
  // A degree sign is already raised.
  if (sign === "^" && content === "°") return content;
  return `${sign}${sign === "_" ? content : bracket(content)}`;
}

/** Puts a term of several parts in brackets. */
function bracket(term: string): string {
  const trimmed = term.trim();
  return /^[\p{L}\p{N}\p{M}.,_₀-₉⁰-⁹²³¹]*$|^\([^()]*\)$/u.test(trimmed) ? trimmed : `(${trimmed})`;
}
