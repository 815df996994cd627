import { type AnalysisDistribution, analysisTexts, type DashboardData } from "@lectern/contract";
import type { Db } from "../../../platform/db/database.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { minPeople, type RecordScope } from "../reading/recordScope.ts";
import { allowMemory } from "../reading/repository.ts";
import { type CountedProperty, computeFigures, countByPeople, countRatedPeople, type FigureRow } from "./repository.ts";

/** Values of a distribution. Programs may send any name as the entry point. */
const maxValues = 100;

/** Computes the figures of a scope. If people are hidden, there are none about fewer than 5. */
export async function buildDashboard(db: Db, scope: RecordScope): Promise<DashboardData> {
  const { name, isHidden } = scope;
  const rows = await computeFigures(db, scope);
  const all = rows.find(({ property }) => property === "all");
  const minShown = isHidden ? minPeople : 1;
  if (!all || all.users < minShown) return createEmptyDashboard(scope);
  const { distributions, rated } = isHidden ? await countHiddenPeople(db, scope) : listCounts(rows);
  return {
    assistantName: name,
    numUsers: all.users,
    totalConversations: all.conversations,
    averagePromptsPerConversation: all.prompts / all.conversations,
    averageUserRating: toAverage(all.userRatingSum, all.userRatings, rated?.withUserRating),
    averageSystemRating: toAverage(all.systemRatingSum, all.systemRatings, rated?.withSystemRating),
    entryPointDistribution: mergeRareValues(distributions.entryPoint),
    categoryDistribution: mergeRareValues(distributions.category),
    employeeTypeDistribution: mergeRareValues(distributions.employeeType),
    activity: rows.flatMap(({ property, value, conversations, usersOfPeriod }) =>
      property === "period" && value !== null && usersOfPeriod >= minShown
        ? [{ day: value, conversations, users: usersOfPeriod }]
        : [],
    ),
    areIdentitiesHidden: isHidden,
  };
}

interface PropertyCounts {
  distributions: Record<CountedProperty, AnalysisDistribution>;
  /** Of how many people the ratings are; null unless people are hidden. */
  rated: Awaited<ReturnType<typeof countRatedPeople>> | null;
}

function listCounts(rows: readonly FigureRow[]): PropertyCounts {
  const list = (counted: CountedProperty) =>
    rows.flatMap(({ property, value, conversations }) =>
      property === counted ? [{ value, count: conversations }] : [],
    );
  const distributions = {
    entryPoint: list("entryPoint"),
    category: list("category"),
    employeeType: list("employeeType"),
  };
  return { distributions, rated: null };
}

function countHiddenPeople(db: Db, scope: RecordScope): Promise<PropertyCounts> {
  return transaction(db, async (tx) => {
    await allowMemory(tx);
    const distributions = {
      entryPoint: await countByPeople(tx, scope, "entryPoint"),
      category: await countByPeople(tx, scope, "category"),
      employeeType: await countByPeople(tx, scope, "employeeType"),
    };
    return { distributions, rated: await countRatedPeople(tx, scope) };
  });
}

const createEmptyDashboard = ({ name, isHidden }: RecordScope): DashboardData => ({
  assistantName: name,
  ...{ numUsers: 0, totalConversations: 0, averagePromptsPerConversation: 0 },
  ...{ averageUserRating: null, averageSystemRating: null },
  ...{ entryPointDistribution: [], categoryDistribution: [], employeeTypeDistribution: [], activity: [] },
  areIdentitiesHidden: isHidden,
});

/** `people`: of whom the ratings are, if people are hidden. */
const toAverage = (sum: number, count: number, people = minPeople) =>
  count === 0 || people < minPeople ? null : sum / count;

/** Sorts a distribution, and merges what comes after the most frequent values. Pure. */
export function mergeRareValues(distribution: AnalysisDistribution): AnalysisDistribution {
  const sorted = sortByCount(distribution);
  const rareCount = sorted.slice(maxValues).reduce((sum, { count }) => sum + count, 0);
  if (rareCount === 0) return sorted;
  const { other } = analysisTexts;
  const frequent = sorted.slice(0, maxValues);
  const otherCount = frequent.find(({ value }) => value === other)?.count ?? 0;
  const others = { value: other, count: otherCount + rareCount };
  return sortByCount([...frequent.filter(({ value }) => value !== other), others]);
}

const sortByCount = (distribution: AnalysisDistribution) =>
  distribution.toSorted((a, b) => b.count - a.count || ((a.value ?? "") < (b.value ?? "") ? -1 : 1));
