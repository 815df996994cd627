import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../server/src/config.ts";
import { minCoverage } from "../../server/src/modules/retrieval/weighEvidence.ts";
import { migrate } from "../../server/src/platform/db/migrate.ts";
import { openDatabase } from "../../server/src/platform/db/openDatabase.ts";
import { createLog } from "../../server/src/platform/log.ts";
import type { Figure } from "../report.ts";
import { median } from "../support/percentile.ts";
import type { Scenario } from "../support/scenario.ts";
import { answerableKinds, containsAnswer, type Question, readCorpus } from "./retrieval/corpus.ts";
import { embedders } from "./retrieval/embedders.ts";
import { chooseThreshold, computeCoverage, isForCalibration } from "./retrieval/halves.ts";
import { readDocuments } from "./retrieval/readDocuments.ts";
import { countSharedWords, createRerankedVariant, type Reranker } from "./retrieval/rerankers.ts";
import { type RewriteMode, toSearchText, toSearchWordings } from "./retrieval/rewritings.ts";
import { addFiles, addOwner } from "./retrieval/searchPlatform.ts";
import {
  createFullTextVariant,
  createMergedVariant,
  createVariantFactory,
  type RewrittenWordings,
  type SearchFunction,
} from "./retrieval/searchVariants.ts";
import { openVectorSearch } from "./retrieval/vectorSearch.ts";

const silentLog = createLog("silent");
/** Maximum number of passages that a search returns. */
const maxResults = 10;
const defaultModes: readonly RewriteMode[] = ["plain", "rewritten"];

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
  const measure = async (name: string, search: SearchFunction, modes: readonly RewriteMode[] = defaultModes) => {
    const outcomesByMode = new Map<RewriteMode, Outcome[]>();
    for (const mode of modes) {
      const variant = mode === "plain" ? name : `${name}, ${mode}`;
      progress(variant);
      const outcomes = await searchAll(questions, search, (question) => toSearchWordings(question, mode, documents));
      outcomesByMode.set(mode, outcomes);
      figures.push(...toFigures(variant, outcomes, { byLanguage: variant === "full text" }));
    }
    return outcomesByMode;
  };
  const fullTextOutcomes = await measure("full text", createFullTextVariant(db, documentIds));
  const withoutLanguages = createFullTextVariant(db, documentIds, { languages: false });
  await measure("full text, languages not told apart", withoutLanguages, ["rewritten"]);
  for (const mode of defaultModes) {
    const coverages = new Map<string, number>();
    for (const question of questions) {
      const wordings = toSearchWordings(question, mode, documents);
      if (wordings) coverages.set(question.id, await computeCoverage(db, documentIds, wordings));
    }
    figures.push(...toThresholdFigures(mode, fullTextOutcomes.get(mode) ?? [], coverages));
  }
  figures.push(...toOverallFigures(fullTextOutcomes));

  for (const [name, reranker] of Object.entries({ ideal: createIdealReranker(questions), words: countSharedWords })) {
    const options = { config, db, log: silentLog, documentIds, resources };
    await measure(`full text, reranked by ${name}`, await createRerankedVariant(reranker, options), [
      ...defaultModes,
      "rewritten, reranked by own words",
    ]);
  }

  const isConfigured = config.openAiCompatible.urls.length > 0;
  const userId = await addOwner(db);
  await addFiles(db, userId, documentIds);
  for (const embedder of isConfigured ? [null] : Object.keys(embedders)) {
    const options = { config, embedder, db, log: silentLog, userId, documentIds, resources, progress };
    const vectorSearch = await openVectorSearch(options);
    const { model } = vectorSearch;
    const createVariant = createVariantFactory(vectorSearch, documentIds);
    await measure(`${model} alone`, createVariant({ fullText: false, weights: false, quota: false, languages: false }));
    for (const [name, weights, quota, languages] of [
      ["merged plainly", false, false, false],
      ["weights alone", true, false, false],
      ["quota alone", false, true, false],
      ["languages alone", false, false, true],
    ] as const)
      await measure(`${name}, ${model}`, createVariant({ fullText: true, weights, quota, languages }));
    const outcomes = await measure(`as shipped, ${model}`, createMergedVariant(vectorSearch, documentIds));
    const loss = countShare(fullTextOutcomes.get("plain"), isFirst) - countShare(outcomes.get("plain"), isFirst);
    figures.push({
      ...{ name: "recall@1 lost to full text", variant: `as shipped, ${model}, sharesWords`, unit: "", floor: null },
      ...{ ours: loss, aim: { atMost: maxLoss } },
    });
  }
  return {
    scenario: "retrievalQuality",
    floor: "none: each question has one passage, which is found or not",
    figures,
    notes: [
      `${documents.length} documents, ${passages} passages, ${questions.length} questions over all of them; see corpus/README.md.`,
      "A question is answered by a passage of its document that contains the quote. recall@n: among the first n " +
        "chunks, neighbours joined. MRR: mean of 1/place, 0 beyond ten. Rewritten: with the rewriting stored with the " +
        "question, for the questions that have one, through the server's code.",
      "Merged plainly: the same lists, merged without weights by evidence, without a quota for documents, and with " +
        "translations like all other wordings. Weights, quota and languages alone have one of the three; as shipped is " +
        "the server's search, which has all.",
      "Thresholds of weak searches are chosen on the calibration half of the questions (by a hash of their ids) and " +
        "reported on the half that is held out.",
      "Called weak: the share of questions for which the search says that the documents probably do not answer.",
      "No model reranked: ideal prefers the chunks that contain the answer, so that its figures are an upper bound; " +
        "words counts the words that a chunk shares with the question. Both are called over HTTP.",
      isConfigured
        ? "Vectors by the configured model."
        : "No model computed the vectors: the scripted ones are hashed words and a few synonyms, the weak ones are the same hidden in noise, and the others are noise alone. They show how a bad model affects the search, not the quality of vector search; set EMBEDDINGS_URL (and EMBEDDINGS_KEY, EMBEDDINGS_MODEL) for a real model.",
      ...problems.map((problem) => `Not read: ${problem}`),
    ],
  };
};

/** What a search found for a question. */
interface Outcome {
  question: Question;
  /** The passage is among the first 5 results. */
  in5: boolean;
  /** Place of the passage, from 1; infinity if it was not found. */
  rank: number;
  isWeak: boolean;
  /** How long the search took. */
  ms: number;
}

/** Prefers chunks that contain the answer. */
function createIdealReranker(questions: readonly Question[]): Reranker {
  const questionsByText = new Map(
    questions.flatMap((question) => [
      [toSearchText(question), question],
      ...(question.rewriting ? [[question.rewriting.question, question] as const] : []),
    ]),
  );
  return (query, text) => {
    const question = questionsByText.get(query);
    return question && containsAnswer(text, question) ? 1 : 0;
  };
}

/** Searches all questions that have wordings. */
async function searchAll(
  questions: readonly Question[],
  search: SearchFunction,
  toWordings: (question: Question) => RewrittenWordings | null,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const question of questions) {
    const wordings = toWordings(question);
    if (!wordings) continue;
    const isAnswer = (passage: { documentId: string; content: string }) =>
      passage.documentId === question.file && containsAnswer(passage.content, question);
    const startedAt = performance.now();
    const { passages, isWeak } = await search(wordings, maxResults);
    const ms = performance.now() - startedAt;
    const resultIndex = passages.findIndex(isAnswer);
    outcomes.push({
      question,
      in5: (await search(wordings, 5)).passages.some(isAnswer),
      rank: resultIndex < 0 ? Number.POSITIVE_INFINITY : resultIndex + 1,
      isWeak,
      ms,
    });
  }
  return outcomes;
}

const isFirst = ({ rank }: Outcome) => rank === 1;
const isFound = ({ rank }: Outcome) => rank <= maxResults;

/** Returns the share of the questions that share words with their passage. */
function countShare(outcomes: readonly Outcome[] = [], matches: (outcome: Outcome) => boolean): number {
  const group = outcomes.filter(({ question }) => question.kind === "sharesWords");
  return group.filter(matches).length / group.length;
}

/** The aims: what an embeddings model may cost questions that share words, and false alarms of weak searches. */
const maxLoss = 0.02;
const maxFalseAlarms = 0.03;

/**
 * Chooses the threshold of weak searches on one half of the questions: the highest with few false alarms, less a margin.
 * Reports what it and the server's threshold do on both halves.
 */
function toThresholdFigures(
  mode: RewriteMode,
  outcomes: readonly Outcome[],
  coverages: ReadonlyMap<string, number>,
): Figure[] {
  const getCoverage = ({ question }: Outcome) => coverages.get(question.id) ?? 0;
  const chosen = chooseThreshold(
    outcomes.filter((outcome) => isForCalibration(outcome.question) && isFound(outcome)).map(getCoverage),
    maxFalseAlarms,
  );
  const [found = [], unanswerable = []] = [isFound, ({ question }: Outcome) => question.kind === "unanswerable"].map(
    (matches) => outcomes.filter(matches).map(getCoverage),
  );
  const shipped = mode === "plain" ? minCoverage.question : minCoverage.wordings;
  const figures: Figure[] = [
    { name: "threshold", variant: `${mode}: chosen on the calibration half`, unit: "", ours: chosen, floor: null },
    { name: "threshold", variant: `${mode}: as shipped`, unit: "", ours: shipped, floor: null },
    {
      ...{ name: "coverage tells found from unanswerable, AUC", variant: mode, unit: "", floor: null },
      ...{ ours: computeAuc(found, unanswerable), aim: { atLeast: minAuc } },
    },
  ];
  for (const [half, isCalibration] of [["calibration", true] as const, ["held out", false] as const]) {
    const inHalf = outcomes.filter(({ question }) => isForCalibration(question) === isCalibration);
    for (const [kind, group] of [
      ["unanswerable", inHalf.filter(({ question }) => question.kind === "unanswerable")],
      ["found", inHalf.filter(isFound)],
    ] as const) {
      for (const [name, threshold] of Object.entries({ chosen, shipped })) {
        figures.push({
          ...{ name: `called weak, ${half}`, variant: `${mode}, ${kind} (${group.length}), ${name} threshold` },
          ...{ unit: "", floor: null },
          ours: group.filter((outcome) => getCoverage(outcome) < threshold).length / group.length,
          ...(kind === "found" && !isCalibration && { aim: { atMost: maxFalseAlarms } }),
        });
      }
    }
  }
  return figures;
}

/** Returns how often a number of the first list is higher than one of the second: 0.5 means that they do not differ. */
function computeAuc(higher: readonly number[], lower: readonly number[]): number {
  const wins = higher.flatMap((high) => lower.map((low) => (high > low ? 1 : high === low ? 0.5 : 0)));
  return wins.reduce<number>((sum, win) => sum + win, 0) / wins.length;
}

/** Aims for all questions that have an answer, and for weak searches. */
const minOverallRecall = { at1: 0.75, at5: 0.9 };
const minAuc = 0.9;

/** Reports all questions that have an answer, rewritten if there is a rewriting, as the server searches them. */
function toOverallFigures(outcomesByMode: ReadonlyMap<RewriteMode, readonly Outcome[]>): Figure[] {
  const rewritten = new Map(outcomesByMode.get("rewritten")?.map((outcome) => [outcome.question.id, outcome]));
  const outcomes = (outcomesByMode.get("plain") ?? [])
    .filter(({ question }) => question.kind !== "unanswerable")
    .map((outcome) => rewritten.get(outcome.question.id) ?? outcome);
  const toFigure = (name: string, matches: (outcome: Outcome) => boolean, atLeast: number): Figure => ({
    ...{ name, variant: `full text, all, rewritten if possible (${outcomes.length})`, unit: "", floor: null },
    ...{ ours: outcomes.filter(matches).length / outcomes.length, aim: { atLeast } },
  });
  return [
    toFigure("recall@1", isFirst, minOverallRecall.at1),
    toFigure("recall@5", ({ in5 }) => in5, minOverallRecall.at5),
  ];
}

/** The aim for questions that share words, searched by full text. */
const minRecall = 0.85;

function toFigures(variant: string, outcomes: readonly Outcome[], { byLanguage = false }: { byLanguage?: boolean }) {
  const languages = byLanguage
    ? [...new Set(outcomes.map(({ question }) => question.language))].sort((a, b) => a.localeCompare(b))
    : [];
  const figures: Figure[] = [];
  for (const kind of [...answerableKinds, "unanswerable"] as const) {
    for (const language of [null, ...languages]) {
      const group = outcomes.filter(
        ({ question }) => question.kind === kind && (language === null || question.language === language),
      );
      if (group.length === 0) continue;
      const name = `${variant}, ${kind}${language === null ? "" : ` ${language}`} (${group.length})`;
      const addFigure = (figure: string, ours: number, aim?: Figure["aim"]) =>
        figures.push({ name: figure, variant: name, unit: "", ours, floor: null, ...(aim && { aim }) });
      const addShare = (figure: string, matches: (outcome: Outcome) => boolean, aim?: Figure["aim"]) =>
        addFigure(figure, group.filter(matches).length / group.length, aim);
      if (kind !== "unanswerable") {
        const hasAim = variant === "full text" && kind === "sharesWords" && language === null;
        addShare("recall@1", ({ rank }) => rank === 1);
        addShare("recall@5", ({ in5 }) => in5, hasAim ? { atLeast: minRecall } : undefined);
        addShare("recall@10", ({ rank }) => rank <= maxResults);
        addFigure("MRR", group.reduce((sum, { rank }) => sum + 1 / rank, 0) / group.length);
      }
      if (language === null) addShare("called weak", ({ isWeak }) => isWeak);
    }
  }
  figures.push({
    ...{ name: "search, p50", variant: `${variant} (${outcomes.length})`, unit: "ms", floor: null },
    ours: median(outcomes.map(({ ms }) => ms)),
  });
  const found = outcomes.filter(({ rank }) => rank <= maxResults);
  const falseAlarms = found.filter(({ isWeak }) => isWeak).length;
  if (found.length > 0)
    figures.push({
      ...{ name: "called weak", variant: `${variant}, found (${found.length})`, unit: "", floor: null },
      ...{ ours: falseAlarms / found.length, aim: { atMost: maxFalseAlarms } },
    });
  return figures;
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
