/** Returns a fixed long answer of about 4,000 tokens with most kinds of Markdown that the workspace renders. */
export function createShowcase(): string {
  const sections = topics.map((topic, index) => formatSection(topic, index + 1));
  return [`# A tour of ${topics.length} small programs`, opening, ...sections, closing].join("\n\n");
}

const opening =
  "This answer is long on purpose. It has **headings**, *emphasis*, lists, tables, quotes, `inline code`, links such as " +
  "[CommonMark](https://commonmark.org), formulas such as $a^2 + b^2 = c^2$, and a block of code in each section.";

const closing = [
  "## In short",
  "1. Measure before you change anything.\n2. Change one thing.\n   - Keep what helped.\n   - Undo what did not.\n3. Measure again.",
  "> A program that nobody measures is as fast as it happens to be.",
  "---\n\nThat is all.",
].join("\n\n");

interface Topic {
  name: string;
  language: string;
  code: string;
  formula: string;
}

const topics: readonly Topic[] = [
  {
    name: "Sieving primes",
    language: "python",
    formula: "\\pi(n) \\sim \\frac{n}{\\ln n}",
    code: 'def primes(limit):\n    """Gives the primes up to limit."""\n    is_prime = [True] * (limit + 1)\n    for number in range(2, limit + 1):\n        if is_prime[number]:\n            yield number\n            for multiple in range(number * number, limit + 1, number):\n                is_prime[multiple] = False',
  },
  {
    name: "Searching a sorted list",
    language: "typescript",
    formula: "T(n) = T\\left(\\frac{n}{2}\\right) + O(1)",
    code: "export function findIndex(sorted: readonly number[], wanted: number): number | null {\n  let low = 0;\n  let high = sorted.length - 1;\n  while (low <= high) {\n    const middle = (low + high) >> 1;\n    const value = sorted[middle];\n    if (value === undefined) return null;\n    if (value === wanted) return middle;\n    if (value < wanted) low = middle + 1;\n    else high = middle - 1;\n  }\n  return null;\n}",
  },
  {
    name: "Counting words",
    language: "bash",
    formula: "f(r) \\propto \\frac{1}{r^{s}}",
    code: "tr -cs '[:alpha:]' '\\n' < book.txt |\n  tr '[:upper:]' '[:lower:]' |\n  sort |\n  uniq -c |\n  sort --numeric-sort --reverse |\n  head --lines=20",
  },
  {
    name: "Joining two tables",
    language: "sql",
    formula: "R \\bowtie_{\\theta} S = \\sigma_{\\theta}(R \\times S)",
    code: "select author.name, count(*) as books, max(book.year) as newest\nfrom author\njoin book on book.author_id = author.id\nwhere book.year >= 1950\ngroup by author.name\nhaving count(*) > 2\norder by books desc, author.name\nlimit 10;",
  },
  {
    name: "Walking a graph",
    language: "go",
    formula: "d(s, v) = \\min_{u \\in N(v)} d(s, u) + w(u, v)",
    code: "func reach(graph map[string][]string, start string) []string {\n\tseen := map[string]bool{start: true}\n\tqueue := []string{start}\n\tfor at := 0; at < len(queue); at++ {\n\t\tfor _, next := range graph[queue[at]] {\n\t\t\tif !seen[next] {\n\t\t\t\tseen[next] = true\n\t\t\t\tqueue = append(queue, next)\n\t\t\t}\n\t\t}\n\t}\n\treturn queue\n}",
  },
  {
    name: "Owning memory",
    language: "rust",
    formula: "\\sum_{k=0}^{n} \\binom{n}{k} = 2^{n}",
    code: 'fn longest<\'a>(words: &[&\'a str]) -> Option<&\'a str> {\n    words.iter().copied().max_by_key(|word| word.chars().count())\n}\n\nfn main() {\n    let words = ["river", "stone", "waterfall"];\n    match longest(&words) {\n        Some(word) => println!("the longest is {word}"),\n        None => println!("there are no words"),\n    }\n}',
  },
  {
    name: "Describing data",
    language: "json",
    formula: "H(X) = -\\sum_{i} p_i \\log_2 p_i",
    code: '{\n  "name": "Observatory",\n  "isOpen": true,\n  "height": 1840.5,\n  "telescopes": [\n    { "name": "North", "mirror": 2.2 },\n    { "name": "South", "mirror": 3.6 }\n  ],\n  "director": null\n}',
  },
  {
    name: "Laying out a page",
    language: "css",
    formula: "w_i = \\frac{g_i}{\\sum_j g_j} \\cdot W",
    code: ".gallery {\n  display: grid;\n  grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr));\n  gap: 1.5rem;\n}\n\n.gallery > figure {\n  margin: 0;\n  border-radius: 0.75rem;\n  overflow: hidden;\n}\n\n@media (prefers-reduced-motion: no-preference) {\n  .gallery img {\n    transition: transform 200ms ease-out;\n  }\n}",
  },
  {
    name: "Fitting a line",
    language: "r",
    formula: "\\hat{\\beta} = (X^{\\top} X)^{-1} X^{\\top} y",
    code: 'heights <- c(1.52, 1.61, 1.68, 1.74, 1.83)\nweights <- c(51, 58, 66, 72, 84)\nfit <- lm(weights ~ heights)\nsummary(fit)\nplot(heights, weights, pch = 19)\nabline(fit, col = "steelblue", lwd = 2)',
  },
  {
    name: "Marking up a page",
    language: "html",
    formula: "\\int_{-\\infty}^{\\infty} e^{-x^2}\\,dx = \\sqrt{\\pi}",
    code: '<article lang="en">\n  <h2>Visiting hours</h2>\n  <p>We are open <time datetime="PT8H">eight hours</time> a day.</p>\n  <ul>\n    <li>Monday to Friday</li>\n    <li>Saturday, by appointment</li>\n  </ul>\n</article>',
  },
];

const practice = [
  "In practice the constant factors decide. A simple loop over memory that lies together often beats a clever structure that is " +
    "spread over it, at least until the input no longer fits the cache. Measure both with the data that you really have.",
];

const pitfalls = [
  "### What can go wrong",
  "> The program is right for every input that its author thought of. The others are found by someone else, later, at a bad time.",
];

function formatSection({ name, language, code, formula }: Topic, number: number): string {
  return [
    `## ${number}. ${name}`,
    `The ${number === 1 ? "first" : "next"} program is about *${name.toLowerCase()}*. It is short enough to be read at one sitting, and it does ` +
      "one thing only. Before you read it, think for a moment about how you would write it yourself: which values it needs, which it " +
      "keeps, and what it gives back. Then compare.",
    `\`\`\`${language}\n${code}\n\`\`\``,
    "Three things are worth a second look:",
    [
      "- **Names.** Each of them says what the value *is*, not how it was made.",
      "- **Limits.** The smallest input is handled without a special case:",
      "  - an empty one gives an empty result,",
      "  - one of a single element gives that element.",
      `- **Cost.** It grows as the table below shows; \`n = ${number * 1000}\` takes no time that a person would notice.`,
    ].join("\n"),
    formatTable(number),
    `The idea behind it fits into one line:\n\n$$\n${formula}\n$$`,
    ...(number % 2 === 0 ? pitfalls : practice),
  ].join("\n\n");
}

function formatTable(number: number): string {
  const rows = [1, 10, 100].map(
    (factor) =>
      `| ${factor * number * 100} | ${(factor * number * 0.3).toFixed(1)} ms | ${factor * number * 8} KiB | ${"★".repeat((number % 3) + 1)} |`,
  );
  return ["| Size | Time | Memory | Worth it |", "|-----:|-----:|-------:|:--------:|", ...rows].join("\n");
}
