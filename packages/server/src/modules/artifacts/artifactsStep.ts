import { AppError } from "../../core/appError.ts";
import type { Run, RunStep } from "../../core/context.ts";
import type { ContextFrame, RunAttachments } from "../../core/run/run.ts";
import { estimateMaxTokens } from "../../platform/tokenCounter.ts";
import { getOwnerId } from "../access/service.ts";
import { isFlagOn } from "../flags/service.ts";
import { findFeatureOptions } from "../settings/service.ts";
import { describeKnownArtifacts, requestInstructions } from "./making/instructions.ts";
import { findKnownArtifacts, type KnownArtifacts } from "./making/knownArtifacts.ts";
import { readRequest } from "./making/readRequest.ts";
import { writeArtifact } from "./making/writeArtifact.ts";

/**
 * Lets the model request an artifact, and writes it once the answer is complete, in a call of its own. It belongs to the
 * run, so it continues without readers, and every reader gets its text.
 */
export const artifactsStep: RunStep = {
  name: "artifacts",
  begin(run) {
    if (!run.turn.isArtifactCall && !canHaveArtifacts(run)) return {};
    const isOn = loadIsOn(run);
    isOn.catch(() => undefined); // the error is handled where it is awaited
    if (run.turn.isArtifactCall) return { prepare: () => assertOn(isOn) };
    let framed: (Pick<ContextFrame, "history" | "summary"> & { known: KnownArtifacts }) | null = null;
    return {
      async prepare() {
        if (!(await isOn)) return undefined;
        return { instructions: [{ text: requestInstructions, isSecret: false }] };
      },
      async attach({ history, summary, isSummaryOff }) {
        if (!(await isOn)) return undefined;
        const known = await findKnownArtifacts(run, history);
        framed = { history, summary: isSummaryOff ? null : summary, known };
        return toAttachments(describeKnownArtifacts(known.latest));
      },
      async extendAnswer({ finishReason }, emit) {
        if (!framed || finishReason === "length" || finishReason === "approval") return;
        const setStatus = (status: "running" | "retry") => emit({ s: "meta", artifact: { status } });
        const block = await readRequest(run, run.getAnswer().content, () => setStatus("retry"));
        if (block === null) return;
        if (block === "broken") return emit({ s: "meta", artifact: { status: "cancelled", reason: "unreadable" } });
        if (run.getAnswer().artifactStatus === null) setStatus("running");
        await writeArtifact(run, { block, emit, ...framed });
      },
    };
  },
};

/** False for clients that show no artifacts, and for answers in a form of their own. */
function canHaveArtifacts({ turn, model, assistant }: Run): boolean {
  const { tools, responseFormat } = turn.toolsAndFormat;
  const isShown = turn.artifacts !== undefined && turn.artifacts !== null;
  return isShown && !tools && !responseFormat && !model.isGuide && (assistant?.allowsArtifacts ?? true);
}

async function assertOn(isOn: Promise<boolean>): Promise<undefined> {
  if (!(await isOn)) throw new AppError("forbidden", { userMessage: "This feature is turned off." });
}

async function loadIsOn({ platform, actor }: Run): Promise<boolean> {
  if (!(await isFlagOn(platform, actor, "artifacts"))) return false;
  return (await findFeatureOptions(platform.db, getOwnerId(actor))).includeArtifacts;
}

function toAttachments(block: string): RunAttachments | undefined {
  if (block === "") return undefined;
  return {
    ...{ block, tokens: estimateMaxTokens(block), toolSpace: 0, images: new Map(), passages: [] },
    ...{ events: [], foreignFileIds: [], tools: [] },
  };
}
