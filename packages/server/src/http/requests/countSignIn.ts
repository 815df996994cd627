import type { FastifyRequest } from "fastify";
import type { Platform } from "../../core/context.ts";
import { countSignInRequest } from "../../modules/requestRates/service.ts";
import { getNetwork } from "./getNetwork.ts";

/** Counts a request that belongs to a sign-in. Throws `rateLimited` if its network has sent too many. */
export function countSignIn(platform: Platform, request: FastifyRequest): void {
  // An injected request has no port; it is part of a request that was already counted.
  const port: number | undefined = request.raw.socket.localPort;
  if (port !== undefined) countSignInRequest(platform, getNetwork(request.ip));
}
