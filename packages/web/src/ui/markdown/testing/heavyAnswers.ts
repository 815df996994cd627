/** Answers that take seconds to render at once. */
export const heavyAnswers: readonly { name: string; source: string }[] = [
  { name: "a table of 4,000 × 10", source: createTable(4_000, 10) },
  { name: "a table of 300 columns", source: createTable(300, 300) },
  { name: "a table of empty cells", source: createTable(3, 1_000) + "| a |\n".repeat(5_000) },
  { name: "20,000 list items", source: repeat(20_000, (n) => `- item ${n}\n`) },
  { name: "20,000 numbered items with empty lines", source: repeat(20_000, (n) => `${n}. item\n\n`) },
  { name: "20,000 nested items", source: `- one\n${repeat(20_000, (n) => `  - item ${n}\n`)}` },
  { name: "20,000 quoted items", source: repeat(20_000, (n) => `> - item ${n}\n`) },
  { name: "20,000 paragraphs", source: repeat(20_000, (n) => `See [l${n}].\n\n`) },
  { name: "10,000 definitions", source: repeat(10_000, (n) => `[l${n}]: https://example.org/${n}\n`) },
  {
    name: "10,000 definitions between paragraphs that use them",
    source: repeat(10_000, (n) => `[l${n}]: https://example.org/${n}\n\nSee [l${n}].\n\n`),
  },
  { name: "200,000 combining marks", source: `a${"\u0301".repeat(200_000)}` },
  { name: "200,000 combining marks in code", source: `\`\`\`\na${"\u0301".repeat(200_000)}\n\`\`\`` },
  { name: "200,000 lines of code", source: `\`\`\`\n${repeat(200_000, (n) => `line ${n}\n`)}\`\`\`` },
  { name: "characters with 100 marks", source: repeat(2_000, () => `a${"\u0301\u0323".repeat(50)}`) },
];

function createTable(rows: number, columns: number): string {
  const createRow = (cell: (column: number) => string) => `|${repeat(columns, (column) => ` ${cell(column)} |`)}\n`;
  return (
    createRow((column) => `c${column}`) +
    createRow(() => "---") +
    repeat(rows, (row) => createRow((column) => `${row}.${column}`))
  );
}

function repeat(count: number, create: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => create(n)).join("");
}
