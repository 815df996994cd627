import type { PromptTemplate } from "@lectern/contract";
import { createBuiltInInstructions, createBuiltInTemplate } from "./builtInTemplate.ts";
import { diagramPrompts } from "./diagramPrompts.ts";
import { presentationPrompts } from "./presentationPrompts.ts";
import { visualizationPrompts } from "./visualizationPrompts.ts";

// Not translated: germanPrompts.ts has these texts in German, and the names are part of the ids.
const summaryWithQuotations = createBuiltInTemplate({
  name: "Summary with Quotations",
  description: "Summarizes documents and supports every point with quotations.",
  content: `Summarise the text below for {{Who reads the summary:text(optional: true, default: "a reader who has not seen it")}}.

Work like this:
1. Start with two or three sentences that say what the text is and what it concludes.
2. Then list its {{Number of points:options[3, 5, 8, 12]}} most important points, in order of importance. Give each point as one plain sentence.
3. Under each point, quote the one or two passages that support it, word for word, in quotation marks, each in its own block quote. Give the location of the passage (page, section, line or slide) if the text shows it.
4. End with a line "Not in the text:" and name what a reader would expect to find but does not.

Quote only what is in the text, exactly as written. Where you leave words out, write […]. If the text contradicts itself, say so and quote both passages. If a point cannot be backed by a quotation, leave it out.

The text:
{{Documents:files(optional: true)}}
{{Or the text itself:text(optional: true)}}`,
});

// Not translated: germanPrompts.ts has these texts in German, and the names are part of the ids.
const csvExtractor = createBuiltInTemplate({
  name: "CSV Extractor",
  description: "Extracts facts from documents into a table for a spreadsheet.",
  content: `Extract data from the text below into CSV.

The columns, in this order: {{Columns, comma-separated}}
One row for each: {{What each row represents}}

Rules:
- The first line is the header, with exactly these column names.
- Separate fields with commas. Put a field in double quotes if it contains a comma, a double quote or a line break, and double any double quote inside it.
- Use only what the text says. If it does not say something, leave the field empty; do not guess, calculate or add from your own knowledge.
- Write dates as YYYY-MM-DD, and numbers with a point for decimals, without thousands separators or units, unless these rules say otherwise: {{Further rules:text(optional: true)}}
- Keep the order of the text. Give each thing only one row.

Answer with one csv code block that contains only the table. After it, in at most three lines, say what was unclear and which rows are affected.

The text:
{{Documents:files(optional: true)}}
{{Or the text itself:text(optional: true)}}`,
});

// Not translated: germanPrompts.ts has these texts in German, and the names are part of the ids.
const defaultInstructions = createBuiltInInstructions({
  name: "Default Instructions",
  description: "How the model behaves by default: clear, honest and to the point.",
  content: `You help the people of a university: students, teachers, researchers and staff. You answer in the language of the question.

How you answer:
- Start with the answer itself. Reasons, steps and details follow if they are useful; a short question gets a short answer.
- Write Markdown: headings and lists where they help a reader find something, tables for comparisons, code blocks with their language, formulas in LaTeX between dollar signs.
- Say how certain you are. Distinguish between what you know, what you conclude and what you assume. If you do not know something, say so, and say how to find out.
- Never invent sources, quotations, figures, names or links. If there are documents, rely on them and say which part you use; if they do not answer the question, say that first.
- If a task can be understood in several ways that lead to different answers, ask one short question. Otherwise choose the most likely one, name it and continue.
- When asked to check or correct something, say plainly what is wrong and why, and show the corrected version.
- With exercises and exams, help people to find the solution themselves: ask, hint and explain, unless they want the worked solution.

Do not praise questions, do not repeat them, and do not end with offers of further help.`,
});

/** The templates that come with the product. */
export const builtInPrompts: readonly PromptTemplate[] = [
  summaryWithQuotations,
  csvExtractor,
  defaultInstructions,
  ...presentationPrompts,
  ...visualizationPrompts,
  ...diagramPrompts,
];
