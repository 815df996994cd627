import { type ArtifactBlock, parseArtifactBlock, parseArtifactRequest } from "@lectern/contract";
import { jsonrepair } from "jsonrepair";
import type { Run } from "../../../core/context.ts";
import { findAdvancedModel } from "../../models/service.ts";
import { buildSideMessages, callModelAside } from "../../sideCalls/service.ts";
import { repairInstructions } from "./instructions.ts";

/** A request is JSON of a few hundred characters. What is longer is not worth a repair. */
const maxRepairedLength = 50_000;
const maxRepairTokens = 8_000;

/**
 * Reads the request in an answer; null: it has none. If it is broken, tries a local repair and then, after `onRepair`, the
 * advanced model. `broken`: it cannot be read.
 */
export async function readRequest(
  run: Run,
  content: string,
  onRepair: () => void,
): Promise<ArtifactBlock | "broken" | null> {
  const found = parseArtifactBlock(content, jsonrepair);
  if (found.state === "none") return null;
  if (found.state === "parsed") return found.block;
  onRepair();
  const repaired = await repairWithModel(run, found.source);
  const result = repaired === null ? null : parseArtifactRequest(repaired, jsonrepair);
  return result?.state === "parsed" ? result.block : "broken";
}

/** Asks the advanced model, or else the one that answers, for valid JSON. Returns null if that fails. */
async function repairWithModel(run: Run, source: string): Promise<string | null> {
  const { platform, actor, payer, signal, turn } = run;
  if (source.trim() === "" || source.length > maxRepairedLength) return null;
  try {
    const model = (await findAdvancedModel(platform, actor)) ?? run.model;
    const reply = await callModelAside(platform, {
      ...{ payer, model, signal },
      purpose: "artifact",
      conversationId: turn.cloudIds?.conversationId ?? null,
      messages: buildSideMessages(model, repairInstructions, source),
      temperature: 0,
      maxTokens: Math.min(maxRepairTokens, model.outputTokenLimit),
      maxCharacters: 2 * maxRepairedLength,
    });
    return reply.replaceAll(/^\s*```\w*\s*$/gm, "");
  } catch (error) {
    if (!signal.aborted) platform.log.warn({ err: error, requestId: turn.requestId }, "a request was not repaired");
    return null;
  }
}
