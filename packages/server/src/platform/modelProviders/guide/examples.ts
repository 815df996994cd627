/** An example of what the workspace can render. */
interface Example {
  title: string;
  /** Matches questions that ask for this example. */
  pattern: RegExp;
  markdown: string;
}

export const exampleRequestPattern = /\b(show|see|demo|example|examples|display|render)\b/i;

export const examples: readonly Example[] = [
  {
    title: "A table",
    pattern: /\btables?\b/i,
    markdown: [
      "| Planet | Radius (km) | Moons |",
      "|:-------|------------:|:-----:|",
      "| Earth | 6,371 | 1 |",
      "| Mars | 3,390 | 2 |",
      "| Venus | 6,052 | 0 |",
    ].join("\n"),
  },
  {
    title: "Code",
    pattern: /\b(code|program|function|syntax)\b/i,
    markdown: [
      "```python",
      "def primes(limit):",
      '    """Gives the primes up to limit, by the sieve of Eratosthenes."""',
      "    is_prime = [True] * (limit + 1)",
      "    for number in range(2, limit + 1):",
      "        if is_prime[number]:",
      "            yield number",
      "            for multiple in range(number * number, limit + 1, number):",
      "                is_prime[multiple] = False",
      "",
      "print(list(primes(30)))",
      "```",
      "",
      "Code within a line looks like `print(42)`.",
    ].join("\n"),
  },
  {
    title: "Mathematics",
    pattern: /\b(maths?|mathematics|formulas?|equations?|latex)\b/i,
    markdown: [
      "Within a line: $e^{i\\pi} + 1 = 0$. On its own:",
      "",
      "$$",
      "\\int_{-\\infty}^{\\infty} e^{-x^2}\\,dx = \\sqrt{\\pi}",
      "$$",
    ].join("\n"),
  },
  {
    title: "A list",
    pattern: /\blists?\b/i,
    markdown: ["1. First", "2. Second", "   - a point below it", "   - **bold** and *italic*", "3. Third"].join("\n"),
  },
  {
    title: "A link",
    pattern: /\blinks?\b/i,
    markdown: "[CommonMark](https://commonmark.org) describes the language that answers are written in.",
  },
  {
    title: "A quote",
    pattern: /\bquotes?\b/i,
    markdown: "> Whoever asks a question is a fool for a minute;\n> whoever does not is a fool for life.",
  },
];
