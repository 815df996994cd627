import { randomInt, randomUUID } from "node:crypto";
import { AppError } from "../../core/appError.ts";
import type { Actor } from "../../core/context.ts";
import type { DbTransaction } from "../../platform/db/database.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { type AuditedPlatform, getAuditSource, recordAudit } from "../audit/service.ts";
import { insertService, listServicesOf, type Service } from "./repository.ts";

const maxNameLength = 100;
/** Ids that are tried before giving up. A collision needs two services with the same name and number. */
const maxAttempts = 20;

/** Creates a service that belongs to the actor, who must be a person. */
export async function createService(
  platform: AuditedPlatform,
  actor: Actor,
  { name }: { name: string },
): Promise<Service> {
  if (actor.principal.kind !== "person") {
    throw new AppError("forbidden", { userMessage: "Only people can create services." });
  }
  return transaction(platform.db, (tx) => insertNewService(platform, tx, actor, { name, ownerId: actor.principal.id }));
}

/** Creates a service that belongs to a person or a group, in the caller's transaction. */
export async function insertNewService(
  platform: AuditedPlatform,
  tx: DbTransaction,
  actor: Actor,
  { name, ownerId }: { name: string; ownerId: string },
): Promise<Service> {
  const words = toAsciiWords(name);
  if (words.length === 0) throw new AppError("invalidInput", { userMessage: "A service needs a name." });
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const service = {
      id: randomUUID(),
      wireId: `${words.join("-")}-${randomInt(1_000_000).toString().padStart(6, "0")}`,
      name: name.trim().slice(0, maxNameLength),
      createdAt: platform.clock.now(),
    };
    if (!(await insertService(tx, service, ownerId))) continue;
    await recordAudit(tx, getAuditSource(platform, actor), {
      verb: "create",
      objectType: "service",
      objectIds: [service.id],
      after: { wireId: service.wireId },
    });
    return service;
  }
  throw new AppError("conflict", { userMessage: "Too many services have this name. Please choose another one." });
}

/** Lists the actor's services, oldest first. */
export function listServices({ db }: AuditedPlatform, actor: Actor): Promise<Service[]> {
  return listServicesOf(db, actor.principal.id);
}

/** Returns the words of a name with the letters and digits that an id may contain. */
export function toAsciiWords(name: string): string[] {
  const ascii = name
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .slice(0, maxNameLength);
  return ascii.match(/[A-Za-z0-9]+/g) ?? [];
}
