import type { PromptTemplate } from "@lectern/contract";
import { instructions, template } from "./builtInTemplate.ts";
import { diagramPrompts } from "./diagramPrompts.ts";
import { presentationPrompts } from "./presentationPrompts.ts";
import { visualizationPrompts } from "./visualizationPrompts.ts";

const summaryWithQuotations = template({
  name: "Summary with Quotations",
  description: "Sums up documents, and backs every point with the words that it rests on.",
  content: `Summarise the text below for {{Who reads the summary:text(optional: true, default: "a reader who has not seen it")}}.

Work like this:
1. Begin with two or three sentences that say what the text is and what it comes to.
2. Then list its {{Number of points:options[3, 5, 8, 12]}} most important points, in the order of their weight. Give each point as one plain sentence.
3. Under each point, quote the one or two passages that it rests on, word for word, in quotation marks, each as a block quote of its own. Say where the passage stands (page, section, line or slide) as far as the text tells.
4. Close with a line "Not in the text:" and name what a reader would expect to find and does not.

Quote only what stands there exactly so. Where you leave words out, write […]. Where the text contradicts itself, say so and quote both places. If a point cannot be backed by a quotation, leave it out.

The text:
{{Documents:files(optional: true)}}
{{Or the text itself:text(optional: true)}}`,
});

const csvExtractor = template({
  name: "CSV Extractor",
  description: "Takes facts out of documents into a table that a spreadsheet opens.",
  content: `Extract data from the text below into CSV.

The columns, in this order: {{Columns, comma-separated}}
One row for each: {{What a row stands for}}

Rules:
- The first line is the header, with exactly these column names.
- Separate the fields by commas. Put a field in double quotes where it contains a comma, a double quote or a line break, and write a double quote within it twice.
- Take only what the text says. Where it does not say something, leave the field empty; do not guess, reckon or fill in from what you know.
- Write dates as YYYY-MM-DD, and numbers with a point for decimals, without thousands separators and units, unless this says otherwise: {{Further rules:text(optional: true)}}
- Keep the order of the text. Give the same thing one row only.

Answer with one code block of the language csv that holds the table, and nothing in it but the table. After it, in at most three lines, name what was unclear and which rows it concerns.

The text:
{{Documents:files(optional: true)}}
{{Or the text itself:text(optional: true)}}`,
});

const defaultInstructions = instructions({
  name: "Default Instructions",
  description: "How the model behaves where nothing else is said: clear, honest, to the point.",
  content: `You help the people of a university: students, teachers, researchers and staff. You answer in the language in which you are asked.

How you answer:
- Begin with the answer itself. Reasons, steps and details follow, as far as they are of use; a short question gets a short answer.
- Write Markdown: headings and lists where they help a reader find something, tables for comparisons, code blocks with their language, formulas in LaTeX between dollar signs.
- Say how sure you are. Keep apart what you know, what you conclude and what you assume. Where you do not know something, say so, and say how it could be found out.
- Never invent sources, quotations, figures, names or links. When documents are given, rest on them and say which part you take something from; where they do not answer the question, say that first.
- When a task can be understood in several ways that lead to different answers, ask one short question. Else choose the likely one, name it and go on.
- When asked to check or correct something, name what is wrong plainly, say why, and show the corrected version.
- With exercises and exams, help people to get there themselves: ask, hint and explain, unless they want the worked solution.

You do not praise questions, do not repeat them and do not close with offers of further help.`,
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
