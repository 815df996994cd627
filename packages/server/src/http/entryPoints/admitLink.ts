import type { FlagName } from "@lectern/contract";
import type { FastifyReply } from "fastify";
import { AppError } from "../../core/appError.ts";
import type { Actor, Platform } from "../../core/context.ts";
import { passGates } from "../../core/gate.ts";
import { loadActor } from "../../modules/identity/service.ts";
import { trackResponse } from "./trackResponse.ts";

interface LinkUse {
  /** The feature that the address uses. */
  flag?: FlagName | undefined;
  /** The files that the address opens. */
  fileIds?: readonly string[];
  /** True for what people must be able to open before they accept the data disclosure. */
  isDisclosureExempt?: boolean;
}

/**
 * Returns the person for whom an address was signed, after the gates: the signature says who opens the address, but not
 * whether they still may. Throws `forbidden` if the person is gone, and the errors of the gates.
 */
export async function admitLink(
  platform: Platform,
  principalId: string,
  reply: FastifyReply,
  { flag, fileIds, isDisclosureExempt = false }: LinkUse = {},
): Promise<Actor> {
  const actor = await loadActor(platform, principalId, "link");
  if (!actor) throw new AppError("forbidden", { userMessage: "This link is no longer valid." });
  await passGates(platform, actor, { keyScopes: ["none"], flag, isDisclosureExempt, weight: 1 });
  trackResponse(platform, actor, reply, fileIds === undefined ? {} : { fileIds });
  return actor;
}
