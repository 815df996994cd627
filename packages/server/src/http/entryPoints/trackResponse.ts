import type { ServerResponse } from "node:http";
import type { FastifyReply } from "fastify";
import type { Actor, Platform } from "../../core/context.ts";
import { type OngoingWork, trackWork } from "../../modules/revocation/service.ts";

/** How long a response may take to say why its answer has ended. */
const endingMs = 500;

/** The responses that send an answer while it is written. */
const answerResponses = new WeakSet<ServerResponse>();

/** Lets the response to an API key end with the answer, which ends with the key and says why itself. */
export function markAnswerResponse({ raw }: FastifyReply): void {
  answerResponses.add(raw);
}

/**
 * Breaks the connection of a request whose caller is blocked or signed out, has a key that does not open it any more, or
 * may not read one of the files any more, while it is in progress: a stream of an answer, an upload, a download. The
 * client's next request says why. Only an answer for an API key is given `endingMs` to end before.
 */
export function trackResponse(
  platform: Platform,
  actor: Actor,
  { raw }: FastifyReply,
  { fileIds = [], keyScopes = [] }: Partial<Pick<OngoingWork, "fileIds" | "keyScopes">>,
): void {
  const end = () => {
    if (actor.credential.kind !== "key" || !answerResponses.has(raw)) return void raw.destroy();
    const timer = setTimeout(() => raw.destroy(), endingMs);
    raw.once("close", () => clearTimeout(timer));
  };
  const untrack = trackWork(platform, { actor, needsSession: true, keyScopes, fileIds, assistant: null, end });
  raw.once("close", untrack);
}
