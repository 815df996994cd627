import { type AnalysisScope, analysisTexts, assistantTexts } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { Actor, Context } from "../../../core/context.ts";
import type { Db } from "../../../platform/db/database.ts";
import { getGroup } from "../../groups/service.ts";
import { findAssistantOfGroup } from "./repository.ts";

/** Which records somebody may see, and whether people are hidden. */
export interface RecordScope {
  groupId: string;
  /** The name of the assistant, or of the group if all its assistants are meant. */
  name: string;
  assistantId: string | null;
  /** From the start of this moment to before that one; null: no bound. */
  from: Date | null;
  before: Date | null;
  /** True if nothing may be shown from which a person could be recognized. */
  isHidden: boolean;
}

/** The smallest number of people of whom a figure is shown if people are hidden. */
export const minPeople = 5;

/**
 * Returns the records that the actor may see of a scope. Throws `notFound` for strangers, and `forbidden` for members who
 * cannot edit the assistants, and while the group's conversations are not analyzed.
 */
export async function authorizeScope(
  { db, config, actor }: Pick<Context, "db" | "config" | "actor">,
  { assistantId, groupId, startDate, endDate }: AnalysisScope,
): Promise<RecordScope> {
  const assistant = assistantId === undefined ? null : await getAssistantOfGroup(db, assistantId);
  const group = await getAnalyzedGroup(db, actor, assistant?.groupId ?? groupId ?? "");
  if (groupId !== undefined && groupId !== group.wireId) throw createAssistantNotFoundError();
  const isHidden = config.hidesIdentitiesInAnalytics;
  return {
    groupId: group.id,
    name: assistant?.name ?? group.name,
    assistantId: assistant?.id ?? null,
    from: startDate === undefined ? null : addDays(startDate, isHidden ? -getDaysSinceMonday(startDate) : 0),
    before: endDate === undefined ? null : addDays(endDate, isHidden ? 7 - getDaysSinceMonday(endDate) : 1),
    isHidden,
  };
}

async function getAssistantOfGroup(db: Db, assistantId: string) {
  const assistant = await findAssistantOfGroup(db, assistantId);
  if (!assistant) throw createAssistantNotFoundError();
  return assistant;
}

async function getAnalyzedGroup(db: Db, actor: Actor, wireId: string) {
  const group = await getGroup(db, actor, "seeAnalysis", wireId);
  if (!group.supportsAnalysis) throw new AppError("forbidden", { userMessage: analysisTexts.notAvailable });
  return group;
}

const createAssistantNotFoundError = () => new AppError("notFound", { userMessage: assistantTexts.notFound });

const dayMs = 24 * 60 * 60 * 1_000;

const addDays = (day: string, count: number) => new Date(Date.parse(day) + count * dayMs);

/** Sunday is the last day of a week. */
const getDaysSinceMonday = (day: string) => (new Date(day).getUTCDay() + 6) % 7;
