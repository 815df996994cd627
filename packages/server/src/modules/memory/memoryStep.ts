import type { JsonObject, UsedMemory, UserSettings } from "@lectern/contract";
import type { Run, RunStep } from "../../core/context.ts";
import type { RunContribution, RunResult } from "../../core/run/run.ts";
import { getOwnerId } from "../access/service.ts";
import { isFlagOn } from "../flags/service.ts";
import { findSettings } from "../settings/service.ts";
import { buildMemoryPrompt } from "./choosing/buildMemoryPrompt.ts";
import { chooseMemories } from "./choosing/chooseMemories.ts";
import { type ExtractionJob, extractFromMessage } from "./extraction/extractFromMessage.ts";
import type { UsableMemory } from "./repository.ts";

/** Tokens of all memories that an answer gets, and the share of the context window that they may fill. */
const maxTokens = 1_500;
const maxWindowShare = 0.1;

/**
 * Gives the model the memories of the person, of the chosen project and of the assistant, and searches the question for
 * new facts after the answer.
 */
export const memoryStep: RunStep = {
  name: "memory",
  job: { options: { concurrency: 2, timeoutSeconds: 60, retries: 1 }, run: extractFromMessage },
  begin(run) {
    if (!canUseMemory(run)) return {};
    const askedAt = run.platform.clock.now();
    let settings: UserSettings | null = null;
    return {
      async prepare() {
        const [isOn, stored, memories] = await Promise.all([
          isFlagOn(run.platform, run.actor, "memory"),
          findSettings(run.platform.db, getOwnerId(run.actor)),
          loadMemories(run),
        ]);
        if (!isOn || !stored.featureOptions.includeMemory) return undefined;
        settings = stored;
        return memories.length === 0 ? undefined : toContribution(memories);
      },
      toJob: (result) => (settings?.autoExtractsMemories ? toExtractionJob(run, result, askedAt) : null),
    };
  },
};

/** Only people at their browser: a program has its own instructions, and a key may be somebody else's. */
const canUseMemory = ({ turn, actor, model }: Run): boolean =>
  turn.usesMemory === true && actor.credential.kind === "session" && !turn.isArtifactCall && !model.isGuide;

function loadMemories({ platform, actor, turn, assistant, model }: Run): Promise<UsableMemory[]> {
  const scope = {
    ownerId: getOwnerId(actor),
    // Editors of a group read these conversations, perhaps without the name of the person. An answer could tell them more.
    includesPerson: !assistant?.analysis,
    projectId: turn.projectId ?? null,
    assistantId: assistant?.id ?? null,
  };
  const budget = Math.min(maxTokens, Math.floor(model.inputContextWindow * maxWindowShare));
  return chooseMemories(platform.db, scope, turn.messages.at(-1)?.content ?? "", budget);
}

function toContribution(memories: readonly UsableMemory[]): RunContribution {
  const used: UsedMemory[] = memories.map(({ id, type }) => ({ id, type }));
  return {
    instructions: [{ text: buildMemoryPrompt(memories), isSecret: false, part: "memory" }],
    state: { memories: used },
  };
}

/** Returns the payload of the job; null for a local conversation, which feeds memory only by the person's hand. */
function toExtractionJob(
  { actor, turn, assistant }: Run,
  { history, isNewQuestion }: RunResult,
  askedAt: Date,
): JsonObject | null {
  const messageId = history?.at(-1)?.id;
  // A question that was stored before may be somebody else's, in a copied chat that is answered again or continued.
  if (!turn.cloudIds || messageId === undefined || !isNewQuestion) return null;
  const { principal, payer, accountOwnerId, directoryGroups } = actor;
  const job: ExtractionJob = {
    personId: principal.id,
    payer,
    ...(accountOwnerId === undefined ? {} : { accountOwnerId }),
    directoryGroups: [...directoryGroups],
    conversationId: turn.cloudIds.conversationId,
    messageId,
    projectId: turn.projectId ?? null,
    assistantId: assistant?.id ?? null,
    askedAt: askedAt.toISOString(),
  };
  return job;
}
