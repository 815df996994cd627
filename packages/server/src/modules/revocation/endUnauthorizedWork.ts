import type { KeyOwner } from "../../core/actor.ts";
import type { Actor, Platform } from "../../core/context.ts";
import { areVisible, hasScopes } from "../access/service.ts";
import { isFlagOn } from "../flags/service.ts";
import { findActiveCredentials } from "../identity/service.ts";
import { areModelsOpen } from "../models/service.ts";
import { endWork, listWork } from "./ongoingWork.ts";

/**
 * Ends the work in this process whose actor is blocked or gone, or has lost the session, the API key or what it opens, or
 * the right to a file, an assistant or a model. Takes at most seven statements, however much work there is.
 */
export async function endUnauthorizedWork(platform: Platform): Promise<void> {
  const work = [...listWork(platform)];
  if (work.length === 0) return;
  const active = await findActiveCredentials(
    platform,
    work.map(({ actor }) => actor),
  );
  const permitted = work.flatMap((item) => {
    const actor = active.refresh(item.actor);
    if (actor === null || (item.needsSession && !active.hasSession(actor))) {
      endWork(platform, item, "credential");
      return [];
    }
    if (!hasScopes(actor.credential, item.keyScopes ?? [])) {
      endWork(platform, item, "keyScope");
      return [];
    }
    return [{ item, actor }];
  });
  const fileUses = permitted.flatMap(({ item, actor }) =>
    item.fileIds.length === 0 ? [] : [{ item, actor, ids: item.fileIds }],
  );
  const findDeniedFileUses = async () => {
    const areReadable = await areVisible(platform.db, "file", "read", fileUses);
    return fileUses.filter((_use, index) => !areReadable[index]);
  };
  const findDeniedAssistantUses = async (verb: "use" | "read" | "save") => {
    const uses = permitted.flatMap(({ item, actor }) =>
      item.assistant?.verb === verb ? [{ item, actor, ids: [item.assistant.id] }] : [],
    );
    const areAllowed = await areVisible(platform.db, "assistant", verb, uses);
    return uses.filter((_use, index) => !areAllowed[index]);
  };
  const findDeniedKeyUses = async () => {
    const uses = permitted.filter(({ actor }) => actor.credential.kind === "key");
    const areAllowed = await Promise.all(uses.map(({ actor }) => isFlagOn(platform, getKeyOwner(actor), "apiKeys")));
    return uses.filter((_use, index) => !areAllowed[index]);
  };
  const findDeniedModelUses = async () => {
    const uses = permitted.flatMap(({ item, actor }) =>
      item.modelId === undefined ? [] : [{ item, actor, modelId: item.modelId }],
    );
    const areOpen = await areModelsOpen(platform, uses);
    return uses.filter((_use, index) => !areOpen[index]);
  };
  const [keyUses, ...objectUses] = await Promise.all([
    findDeniedKeyUses(),
    findDeniedFileUses(),
    findDeniedModelUses(),
    findDeniedAssistantUses("use"),
    findDeniedAssistantUses("read"),
    findDeniedAssistantUses("save"),
  ]);
  const withoutKey = new Set(keyUses.map(({ item }) => item));
  for (const item of withoutKey) endWork(platform, item, "credential");
  const withoutObject = new Set(objectUses.flat().flatMap(({ item }) => (withoutKey.has(item) ? [] : [item])));
  for (const item of withoutObject) endWork(platform, item, "object");
}

const getKeyOwner = (actor: Actor): KeyOwner =>
  (actor.credential.kind === "key" ? actor.credential.owner : undefined) ?? actor;
