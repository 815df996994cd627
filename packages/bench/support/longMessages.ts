import type { Message } from "@lectern/contract";

/**
 * Builds the messages of a long conversation: short questions, and answers with two paragraphs and a list, a table,
 * code or a quotation. Always the same. With `drawings`, every third answer also has a diagram or a chart.
 */
export function buildLongMessages(count: number, { drawings = false } = {}): Message[] {
  return Array.from({ length: count }, (_, index): Message => {
    const isQuestion = index % 2 === 0;
    const questionNumber = Math.floor(index / 2);
    return {
      id: `m${index}`,
      parentId: index === 0 ? null : `m${index - 1}`,
      role: isQuestion ? "user" : "assistant",
      content: isQuestion
        ? buildQuestion(questionNumber)
        : buildAnswer(questionNumber) + (drawings && questionNumber % 3 === 0 ? buildDrawing(questionNumber / 3) : ""),
      data: isQuestion ? {} : { end: { end: "done" }, modelName: "A model" },
      createdAt: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
    };
  });
}

function buildQuestion(questionNumber: number): string {
  return `Question ${questionNumber}: what happens to the river when the ${questionNumber % 2 === 0 ? "snow melts" : "rain stays away"}?`;
}

const extraBlocks = [
  "- The bed grows **wider**.\n- The water is *colder*.\n- The mill runs `day and night`.",
  "| Month | Height |\n| --- | ---: |\n| March | 2.1 m |\n| April | 3.4 m |",
  "```python\ndef height(month):\n    return 2.1 if month == 3 else 3.4\n```",
  "> Nobody has seen it higher, and nobody wishes to.",
];

function buildAnswer(questionNumber: number): string {
  const paragraph =
    "The river turns where old stones keep its bed, and every spring it finds a new way down to the quiet sea. " +
    "What it takes from one bank it leaves on the other, a little farther down, where the **willows** stand.";
  return [`Answer ${questionNumber}. ${paragraph}`, extraBlocks[questionNumber % extraBlocks.length], paragraph].join(
    "\n\n",
  );
}

/** Builds a diagram or a chart. Each is different, so that none comes from a cache. */
function buildDrawing(questionNumber: number): string {
  if (questionNumber % 2 === 0) {
    const steps = Array.from(
      { length: 8 },
      (_, step) => `  s${step}[Step ${step} of ${questionNumber}] --> s${step + 1}`,
    );
    return `\n\n\`\`\`mermaid\ngraph TD\n${steps.join("\n")}\n\`\`\``;
  }
  const values = Array.from({ length: 30 }, (_, day) => ({ day, height: (day * (questionNumber + 3)) % 17 }));
  const encoding = { x: { field: "day", type: "quantitative" }, y: { field: "height", type: "quantitative" } };
  const chart = { title: `River ${questionNumber}`, data: { values }, mark: "line", encoding };
  return `\n\n\`\`\`vega-lite\n${JSON.stringify(chart)}\n\`\`\``;
}
