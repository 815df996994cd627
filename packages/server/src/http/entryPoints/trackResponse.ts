import type { FastifyReply } from "fastify";
import type { Actor, Platform } from "../../core/context.ts";
import { type OngoingWork, trackWork } from "../../modules/revocation/service.ts";

/**
 * Breaks the connection of a request whose caller is blocked or signed out, has a key that does not open it any more, or
 * may not read one of the files any more, while it is in progress: a stream of an answer, an upload, a download. The
 * client's next request says why. The response to an API key gets until the next check, because the key's answers end with
 * the key and say why themselves.
 */
export function trackResponse(
  platform: Platform,
  actor: Actor,
  { raw }: FastifyReply,
  { fileIds = [], keyScopes = [] }: Partial<Pick<OngoingWork, "fileIds" | "keyScopes">>,
): void {
  const track = (end: () => void) => {
    const untrack = trackWork(platform, { actor, needsSession: true, keyScopes, fileIds, assistant: null, end });
    raw.once("close", untrack);
  };
  const breakConnection = () => void raw.destroy();
  track(actor.credential.kind === "key" ? () => track(breakConnection) : breakConnection);
}
