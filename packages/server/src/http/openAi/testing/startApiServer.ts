import { randomUUID } from "node:crypto";
import type { KeyScope } from "@lectern/contract";
import OpenAI from "openai";
import type { Actor } from "../../../core/context.ts";
import { createActorToken } from "../../../testing/createActorToken.ts";
import { createManualClock, type ManualClock } from "../../../testing/manualClock.ts";
import { type ChatServer, startChatServer } from "../../../testing/startChatServer.ts";

export interface ApiServer extends ChatServer {
  /** The official client, as Ann with an access token. */
  openai: OpenAI;
  clock: ManualClock;
  createClient(token: string): OpenAI;
  /** Creates an API key of Ann. */
  createKey(scopes: readonly KeyScope[], more?: Partial<Actor>): Promise<string>;
}

/** Starts the server with the official client of OpenAI. */
export async function startApiServer(options: Parameters<typeof startChatServer>[0] = {}): Promise<ApiServer> {
  const clock = createManualClock();
  const server = await startChatServer({ clock, ...options });
  const createClient = (apiKey: string) => new OpenAI({ baseURL: `${server.origin}/v1`, apiKey, maxRetries: 0 });
  return {
    ...server,
    clock,
    openai: createClient(server.ann.token),
    createClient,
    createKey(scopes, more = {}) {
      const credential = { kind: "key", id: randomUUID(), scopes: new Set(scopes) } as const;
      return createActorToken(server.platform, { ...server.ann.actor, credential, ...more });
    },
  };
}

/** Resolves with the error of a call that must fail. */
export async function failureOf(call: PromiseLike<unknown>): Promise<InstanceType<typeof OpenAI.APIError>> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof OpenAI.APIError) return error;
  throw new Error("the call did not fail with an error of the API", { cause: error });
}
