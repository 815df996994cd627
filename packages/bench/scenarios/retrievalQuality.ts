import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../server/src/config.ts";
import { searchPassagesByFullText } from "../../server/src/modules/retrieval/service.ts";
import { migrate } from "../../server/src/platform/db/migrate.ts";
import { openDatabase } from "../../server/src/platform/db/openDatabase.ts";
import { createLog } from "../../server/src/platform/log.ts";
import type { Figure } from "../report.ts";
import type { Scenario } from "../support/scenario.ts";
import { containsAnswer, type Question, readCorpus } from "./retrieval/corpus.ts";
import { readDocuments } from "./retrieval/readDocuments.ts";
import { openVectorSearch, type SearchFunction } from "./retrieval/vectorSearch.ts";

const silentLog = createLog("silent");
/** Maximum number of passages that a search returns. */
const maxResults = 10;

/**
 * Measures the quality of retrieval on `corpus/`: all documents are read as the server reads them, and every question
 * is searched in all of them.
 */
export const retrievalQuality: Scenario = async (resources, progress) => {
  const dataDir = await resources.use(mkdtemp(join(tmpdir(), "lectern-bench-")), (path) =>
    rm(path, { recursive: true, force: true, maxRetries: 3 }),
  );
  const config = readConfig({ DATA_DIR: dataDir, ...readEmbeddingConfig() });
  const { db } = await resources.use(openDatabase({ databaseUrl: null, dataDir, log: silentLog }), (opened) =>
    opened.close(),
  );
  await migrate(db, silentLog);
  const { questions, documents } = readCorpus();
  const { passages, problems } = await readDocuments({ config, db, log: silentLog }, documents, (file) =>
    progress(`reading ${file}`),
  );
  const documentIds = documents.map(({ file }) => file);
  const figures: Figure[] = [];
  const searchFullText: SearchFunction = (question, limit) =>
    searchPassagesByFullText({ db }, { question, documentIds, limit });
  progress("full text");
  const fullTextRanks = await rankAll(questions, searchFullText);
  figures.push(...toFigures("full text", questions, fullTextRanks, { sharesWords: 0.85 }));
  const vectorSearch = await openVectorSearch({ config, db, log: silentLog, documentIds, resources, progress });
  for (const [name, search] of Object.entries(vectorSearch.searches)) {
    progress(name);
    figures.push(...toFigures(`${name}, ${vectorSearch.model}`, questions, await rankAll(questions, search), {}));
  }
  return {
    scenario: "retrievalQuality",
    floor: "none: each question has one passage, which is found or not",
    figures,
    notes: [
      `${documents.length} documents, ${passages} passages, ${questions.length} questions over all of them; see corpus/README.md.`,
      "A question is answered by a passage of its document that contains the quote. recall@n: among the first n " +
        "chunks, neighbours joined. MRR: mean of 1/place, 0 beyond ten.",
      vectorSearch.isConfigured
        ? `Vectors by ${vectorSearch.model}.`
        : "The vectors are those of the scripted model server: hashed words and a few synonyms, no model. They show that merging works, not the quality of vector search; set EMBEDDINGS_URL (and EMBEDDINGS_KEY, EMBEDDINGS_MODEL) for a real model.",
      ...problems.map((problem) => `Not read: ${problem}`),
    ],
  };
};

/** `in5`: the passage is among the first 5 results. `rank` counts from 1; infinity if the passage was not found. */
interface QuestionRank {
  in5: boolean;
  rank: number;
}

async function rankAll(questions: readonly Question[], search: SearchFunction): Promise<QuestionRank[]> {
  const ranks: QuestionRank[] = [];
  for (const question of questions) {
    const isAnswer = (passage: { documentId: string; content: string }) =>
      passage.documentId === question.file && containsAnswer(passage.content, question);
    const resultIndex = (await search(question.question, maxResults)).findIndex(isAnswer);
    ranks.push({
      in5: (await search(question.question, 5)).some(isAnswer),
      rank: resultIndex < 0 ? Number.POSITIVE_INFINITY : resultIndex + 1,
    });
  }
  return ranks;
}

function toFigures(
  variant: string,
  questions: readonly Question[],
  ranks: readonly QuestionRank[],
  aims: Partial<Record<Question["kind"], number>>,
): Figure[] {
  const groups = (["sharesWords", "paraphrase"] as const).flatMap((kind) => {
    const languages = [...new Set(questions.map(({ language }) => language))].sort((a, b) => a.localeCompare(b));
    return [null, ...languages].map((language) => ({ kind, language }));
  });
  return groups.flatMap(({ kind, language }) => {
    const ranksOfGroup = ranks.filter(
      (_, index) => questions[index]?.kind === kind && (language === null || questions[index]?.language === language),
    );
    if (ranksOfGroup.length === 0) return [];
    const group = `${variant}, ${kind}${language === null ? "" : ` ${language}`} (${ranksOfGroup.length})`;
    const getShare = (matches: (one: QuestionRank) => boolean) =>
      ranksOfGroup.filter(matches).length / ranksOfGroup.length;
    const aim = language === null ? aims[kind] : undefined;
    const buildFigure = (name: string, ours: number): Figure => ({ name, variant: group, unit: "", ours, floor: null });
    return [
      {
        ...buildFigure(
          "recall@5",
          getShare(({ in5 }) => in5),
        ),
        ...(aim !== undefined && { aim: { atLeast: aim } }),
      },
      buildFigure(
        "recall@10",
        getShare(({ rank }) => rank <= maxResults),
      ),
      buildFigure("MRR", ranksOfGroup.reduce((sum, { rank }) => sum + 1 / rank, 0) / ranksOfGroup.length),
    ];
  });
}

function readEmbeddingConfig(): Record<string, string> {
  const { EMBEDDINGS_URL: url, EMBEDDINGS_KEY: key, EMBEDDINGS_MODEL: model } = process.env;
  if (!url) return {};
  return {
    OPENAI_COMPATIBLE_URL: url,
    ...(key && { OPENAI_COMPATIBLE_API_KEY: key }),
    ...(model && { EMBEDDINGS_MODEL: model }),
  };
}
