import { isChatModel, isForEverybody, isGuide, isUsableModel } from "./policy.ts";
import type { ModelRow } from "./repository.ts";

/** What a model can be for everybody; at most one model has each role. */
export const roleColumns = [
  "is_default",
  "default_cheapest_model",
  "default_advanced_model",
  "default_embeddings_model",
  "default_qa_model",
] as const;
export type RoleColumn = (typeof roleColumns)[number];

/** True if the model can have the role. */
export function canHaveRole(row: ModelRow, role: RoleColumn): boolean {
  if (role === "default_embeddings_model") return row.is_available && !isChatModel(row);
  return isUsableModel(row) && (role === "is_default" || !isGuide(row));
}

/**
 * Assigns the roles. A model that an administrator chose has its role while it is available. Otherwise the current
 * default stays if it is still a usable language model, and else the first one becomes the default, or the guide if there
 * is none. The cheapest and the advanced model have the lowest and the highest output price; if no price is known, names
 * decide. Models for everybody come before those of groups. There is no Q&A model unless an administrator chose one.
 */
export function assignDefaults(rows: readonly ModelRow[]): ModelRow[] {
  const findChosen = (role: RoleColumn) =>
    rows.find((row) => row.admin_fields.includes(role) && canHaveRole(row, role));
  const usableModels = rows.filter((row) => isUsableModel(row) && !isGuide(row));
  const modelsForEverybody = usableModels.filter(isForEverybody);
  const languageModels = modelsForEverybody.length > 0 ? modelsForEverybody : usableModels;
  const defaultModel =
    findChosen("is_default") ??
    usableModels.find((row) => row.is_default) ??
    languageModels[0] ??
    rows.find((row) => isGuide(row) && isUsableModel(row));
  const cheapestModel =
    findChosen("default_cheapest_model") ??
    findCheapest(languageModels) ??
    languageModels.find(hasSmallModelName) ??
    languageModels.find((row) => row === defaultModel);
  const advancedModel =
    findChosen("default_advanced_model") ??
    pickBest(languageModels, (row) => Number(row.output_token_cost)) ??
    languageModels.find(hasLargeModelName) ??
    languageModels.find((row) => row === defaultModel);
  const embeddingsModels = rows.filter((row) => canHaveRole(row, "default_embeddings_model"));
  const defaultEmbeddingsModel =
    findChosen("default_embeddings_model") ??
    embeddingsModels.find((row) => row.default_embeddings_model) ??
    embeddingsModels.find((row) => row.upstream_id === "text-embedding-3-small") ??
    embeddingsModels[0];
  const defaultQAModel = findChosen("default_qa_model");
  return rows.map((row) => ({
    ...row,
    is_default: row === defaultModel,
    default_cheapest_model: row === cheapestModel,
    default_advanced_model: row === advancedModel,
    default_embeddings_model: row === defaultEmbeddingsModel,
    default_qa_model: row === defaultQAModel,
  }));
}

/** Finds the row with the lowest known output price. */
export function findCheapest(rows: readonly ModelRow[]): ModelRow | undefined {
  return pickBest(rows, (row) => -Number(row.output_token_cost));
}

/** Finds the row with the highest score among those with a known price. */
function pickBest(rows: readonly ModelRow[], getScore: (row: ModelRow) => number): ModelRow | undefined {
  return rows
    .filter((row) => row.output_token_cost !== null)
    .reduce<ModelRow | undefined>((top, row) => (top && getScore(top) >= getScore(row) ? top : row), undefined);
}

const hasSmallModelName = ({ upstream_id }: ModelRow) =>
  /(^|[^a-z])(mini|small|nano|tiny|lite|haiku|flash)([^a-z]|$)|(^|[^\d.])\d(\.\d)?b([^a-z]|$)/i.test(upstream_id);
const hasLargeModelName = ({ upstream_id }: ModelRow) =>
  /(^|[^a-z])(large|opus|max|pro)([^a-z]|$)|\d{2,}b([^a-z]|$)/i.test(upstream_id);
