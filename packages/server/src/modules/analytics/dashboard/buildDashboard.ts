import { type AnalysisDistribution, analysisTexts, type DashboardData } from "@lectern/contract";
import type { Db } from "../../../platform/db/database.ts";
import { minPeople, type RecordScope } from "../reading/scope.ts";
import { countByDay, countByValue, type RatingSum, sumRecords } from "./repository.ts";

/** Values of a distribution. Programs may send any name as the entry point. */
const maxValues = 100;

/** Computes the figures of a scope. If people are hidden and there are fewer than 5, there are no figures. */
export async function buildDashboard(db: Db, scope: RecordScope): Promise<DashboardData> {
  const { conversations, users, prompts, userRating, systemRating } = await sumRecords(db, scope);
  if (conversations === 0 || (scope.isHidden && users < minPeople)) return createEmptyDashboard(scope);
  const distribute = async (property: Parameters<typeof countByValue>[2]) =>
    mergeRareValues(await countByValue(db, scope, property));
  return {
    assistantName: scope.name,
    numUsers: users,
    totalConversations: conversations,
    averagePromptsPerConversation: prompts / conversations,
    averageUserRating: toAverage(userRating),
    averageSystemRating: toAverage(systemRating),
    entryPointDistribution: await distribute("entryPoint"),
    categoryDistribution: await distribute("category"),
    employeeTypeDistribution: await distribute("employeeType"),
    activity: await countByDay(db, scope),
    areIdentitiesHidden: scope.isHidden,
  };
}

const createEmptyDashboard = ({ name, isHidden }: RecordScope): DashboardData => ({
  assistantName: name,
  ...{ numUsers: 0, totalConversations: 0, averagePromptsPerConversation: 0 },
  ...{ averageUserRating: null, averageSystemRating: null },
  ...{ entryPointDistribution: [], categoryDistribution: [], employeeTypeDistribution: [], activity: [] },
  areIdentitiesHidden: isHidden,
});

function toAverage({ sum, count, people }: RatingSum): number | null {
  return count === 0 || (people !== null && people < minPeople) ? null : sum / count;
}

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
