import {
  type ArtifactBlock,
  type ArtifactReason,
  type ArtifactStatus,
  type ChatEvent,
  createArtifactId,
  createArtifactReader,
  formatArtifactDate,
  getNextVersion,
  limits,
  parseArtifactEntries,
  type StatusEntry,
} from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { Run } from "../../../core/context.ts";
import { artifactTemperature } from "../../../core/run/artifactCall.ts";
import type { ContextFrame } from "../../../core/run/run.ts";
import { createTextBatcher } from "../../../core/run/textBatcher.ts";
import { ModelError } from "../../../platform/modelProviders/modelProvider.ts";
import { getOwnerId } from "../../access/service.ts";
import { addVersions } from "../../conversations/service.ts";
import { callModelAside } from "../../sideCalls/service.ts";
import { buildWritingCall } from "./buildWritingMessages.ts";
import type { KnownArtifacts } from "./knownArtifacts.ts";

interface WritingRequest extends Pick<ContextFrame, "history" | "summary"> {
  block: ArtifactBlock;
  known: KnownArtifacts;
  emit: (event: ChatEvent) => void;
}

const batchIntervalMs = 30;
/** The source of remarks for the chat. */
const remarkSource = "artifact";
/** How often a version is numbered anew because a change in another tab has used its number. */
const maxAttempts = 3;

/** Thrown when an artifact becomes longer than one can be. */
class TooLongError extends Error {}

/** Writes the contents of an artifact and stores the version, in a cloud conversation. Never rejects. */
export async function writeArtifact(run: Run, { block, history, summary, known, emit }: WritingRequest): Promise<void> {
  const { platform, turn, model, payer, signal } = run;
  const end = (status: ArtifactStatus, reason: ArtifactReason | null = null) =>
    emit({ s: "meta", artifact: { status, ...(reason && { reason }) } });
  const version = describeVersion(run, block, history, known);
  const includedIds = [...new Set([version.artifactId, ...block.includeArtifactsId])];
  const text = createTextBatcher((a) => emit({ s: "meta", a }), batchIntervalMs);
  const remarks = createTextBatcher((d) => emit({ s: remarkSource, d }), batchIntervalMs);
  let contents = "";
  let reason: ArtifactReason | null = null;
  try {
    const included = await known.readContents(includedIds);
    const answer = run.getAnswer().content;
    const call = buildWritingCall({ model, block, history, summary, answer, included });
    if (call.leftOutIds.length > 0) emit({ s: "meta", st: buildLeftOutNotice(call.leftOutIds, known) });
    let reader = createArtifactReader(call.segments, version.type);
    const restart = () => {
      contents = "";
      text.flush();
      emit({ s: "meta", artifact: { isRestarted: true } });
    };
    const add = (part: ReturnType<typeof reader.read>) => {
      contents += part.contents;
      if (contents.length > limits.artifactLength) throw new TooLongError();
      text.add(part.contents);
      remarks.add(part.commentary);
    };
    emit({ s: "meta", artifact: { version } });
    try {
      await callModelAside(platform, {
        ...{ payer, model, signal },
        purpose: "artifact",
        conversationId: turn.cloudIds?.conversationId ?? null,
        messages: call.messages,
        maxTokens: call.maxTokens,
        temperature: artifactTemperature,
        maxCharacters: limits.artifactLength,
        reader: {
          text: (part) => add(reader.read(part)),
          restart() {
            reader = createArtifactReader(call.segments, version.type);
            restart();
          },
          finish(finishReason) {
            if (finishReason === "length") reason = "length";
          },
        },
      });
    } finally {
      const { replacement, ...rest } = reader.end();
      add(rest);
      if (replacement !== null) {
        restart();
        add({ contents: replacement, commentary: "" });
      }
    }
  } catch (error) {
    reason = toReason(error);
    if (!signal.aborted) platform.log.warn({ err: error, requestId: turn.requestId }, "an artifact was not completed");
  }
  text.flush();
  remarks.flush();
  // What is there of a stopped or failed artifact stays, as the text of an answer does.
  if (contents.trim() === "") return signal.aborted ? end("stopped") : end("cancelled", reason ?? "modelFailed");
  const written = { ...version, contents: run.getAnswer().artifacts.at(-1)?.contents ?? "" };
  const storeFailure = await storeVersion(run, written, emit);
  if (storeFailure) return end("stopped", storeFailure);
  if (signal.aborted) return end("stopped");
  end(reason === null ? "complete" : "stopped", reason);
}

function toReason(error: unknown): ArtifactReason {
  if (error instanceof TooLongError) return "tooLong";
  if (error instanceof AppError && error.code === "rateLimited") return "spendingLimit";
  return error instanceof ModelError && error.kind === "contextTooLong" ? "contextExceeded" : "modelFailed";
}

function buildLeftOutNotice(ids: readonly string[], { latest }: KnownArtifacts): StatusEntry {
  const names = latest.filter(({ artifactId }) => ids.includes(artifactId)).map(({ name }) => name);
  return {
    ...{ id: "artifactsLeftOut", type: "info", inProgress: false, sticky: true, icon: "info" },
    summary: "Artifact too long for this model",
    message: `The model could not see: ${names.slice(0, 5).join(", ")}${names.length > 5 ? "…" : ""}`,
  };
}

type Version = ReturnType<typeof describeVersion>;

/** Describes the next version of an artifact of this branch, or the first one of a new artifact. */
function describeVersion(
  { platform, turn }: Run,
  { id, name, description, type }: ArtifactBlock,
  history: ContextFrame["history"],
  { latest, usedVersions }: KnownArtifacts,
) {
  const createdAt = formatArtifactDate(platform.clock.now(), turn.timeZone ?? undefined);
  // A model cannot name what this branch does not have, such as an artifact of another conversation.
  const previous = latest.find(({ artifactId }) => artifactId === id);
  const entries = history.map(({ data }) => ({ data: { artifacts: parseArtifactEntries(data) } }));
  if (!previous) {
    const newName = name.trim() || "Artifact";
    return { artifactId: createArtifactId(newName), name: newName, description, type, version: 1, createdAt };
  }
  return {
    artifactId: id,
    name: name.trim() || previous.name,
    description: description.trim() || previous.description,
    type: type || previous.type,
    version: getNextVersion(id, usedVersions, entries),
    createdAt,
  };
}

/** Stores the version in its cloud conversation. Returns why that is not possible; null: it is stored. */
async function storeVersion(
  run: Run,
  version: Version & { contents: string },
  emit: (event: ChatEvent) => void,
): Promise<"chatFull" | "notStored" | null> {
  const { platform, actor, turn } = run;
  if (!turn.cloudIds) return null; // The browser stores it.
  const { conversationId, replyId } = turn.cloudIds;
  const key = { ownerId: getOwnerId(actor), conversationId };
  const stored = { ...version, tags: [], sharedBy: null, messageId: replyId };
  try {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      if ((await addVersions(platform, key, [stored])).length === 0) return null;
      stored.version += 1;
      const { contents: _, tags: __, sharedBy: ___, messageId: ____, ...described } = stored;
      emit({ s: "meta", artifact: { version: described } });
    }
  } catch (error) {
    platform.log.warn({ err: error, requestId: turn.requestId }, "an artifact could not be stored");
    if (error instanceof AppError && error.code === "tooLarge") return "chatFull";
  }
  return "notStored";
}
