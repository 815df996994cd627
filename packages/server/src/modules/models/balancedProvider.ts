import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { defineServerState } from "../../core/serverState.ts";
import type { StoredModelEndpoint } from "../../platform/db/schema.ts";
import {
  type EmbedCall,
  type EmbeddingResult,
  type ModelCall,
  ModelError,
  type ModelErrorKind,
  type ModelEvent,
  type ModelProvider,
} from "../../platform/modelProviders/modelProvider.ts";
import { resolveEndpoint } from "./endpointKey.ts";
import { createEndpointRotation, type EndpointHealth, type EndpointRequest } from "./endpointRotation.ts";
import { describeCallError } from "./toEndpointError.ts";

const rotations = defineServerState(({ clock }: Pick<Platform, "clock">) =>
  createEndpointRotation(() => clock.now().getTime()),
);

/** Two models of a server fail independently of each other: one may be overloaded. */
const toKey = (endpoint: StoredModelEndpoint, upstreamId: string) =>
  JSON.stringify([endpoint.wire, endpoint.url, endpoint.deployment ?? upstreamId]);

export function getEndpointHealth(
  platform: Pick<Platform, "clock" | "state">,
  endpoint: StoredModelEndpoint,
  upstreamId: string,
): EndpointHealth {
  return rotations(platform).getHealth(toKey(endpoint, upstreamId));
}

/**
 * Opens one provider for all addresses of a model. A call goes to one of them; if that fails before the first event and
 * another may answer, the next one is tried at once. Only the keys of addresses that are tried are read; an address whose
 * key cannot be decrypted is left out. Throws `unavailable` if none can.
 */
export async function openBalancedProvider(
  platform: Platform,
  {
    upstreamId,
    endpoints,
  }: { upstreamId: string; endpoints: readonly [StoredModelEndpoint, ...StoredModelEndpoint[]] },
): Promise<ModelProvider> {
  const rotation = rotations(platform);
  const addresses = createAddresses(platform, upstreamId, endpoints);
  const listInOrder = () => rotation.order(addresses.keys);
  const first = await addresses.openFirst(listInOrder());

  /** Notes how a call ended. Returns true if another address may answer it. */
  function noteFailure(request: EndpointRequest, url: string, error: unknown): boolean {
    if (!(error instanceof ModelError) || !isFaultOfEndpoint(error.kind)) return false;
    const reason = describeCallError(error, url);
    request.fail({ reason, retryAfterMs: (error.retryAfterSeconds ?? 0) * 1_000 });
    // After a timeout, the person has already waited long enough.
    return error.kind !== "timeout";
  }

  async function* stream(call: ModelCall): AsyncGenerator<readonly ModelEvent[]> {
    let failure: unknown = new AppError("unavailable");
    for (const [index, key] of listInOrder().entries()) {
      const opened = await addresses.open(key);
      if (!opened) continue;
      if (index > 0) platform.log.info({ model: call.model, attempt: index }, "trying the next address of a model");
      const request = rotation.begin(key);
      let hasStarted = false;
      try {
        for await (const events of opened.provider.stream(call)) {
          if (!hasStarted && events.length > 0) {
            hasStarted = true;
            request.succeed();
          }
          yield events;
        }
        return;
      } catch (error) {
        const canRetry = noteFailure(request, opened.url, error) && !hasStarted && !call.signal.aborted;
        if (!canRetry) throw error;
        failure = error;
      } finally {
        request.end();
      }
    }
    throw failure;
  }

  async function embed(call: EmbedCall): Promise<EmbeddingResult> {
    let failure: unknown = new ModelError("badRequest", "no address of the model computes vectors");
    for (const key of listInOrder()) {
      const opened = await addresses.open(key);
      if (!opened?.provider.embed) continue;
      const request = rotation.begin(key);
      try {
        const result = await opened.provider.embed(call);
        request.succeed();
        return result;
      } catch (error) {
        const canRetry = noteFailure(request, opened.url, error) && !call.signal.aborted;
        if (!canRetry) throw error;
        failure = error;
      } finally {
        request.end();
      }
    }
    throw failure;
  }

  // Whether the other addresses compute vectors is known when they are opened.
  const mayEmbed = first.provider.embed !== undefined || addresses.keys.length > 1;
  return { ...first.provider, stream, ...(mayEmbed && { embed }) };
}

interface OpenedEndpoint {
  provider: ModelProvider;
  url: string;
}

/** The addresses of a model by their keys in the rotation. Each is opened when it is needed, and once. */
function createAddresses(platform: Platform, upstreamId: string, endpoints: readonly StoredModelEndpoint[]) {
  const byKey = new Map(endpoints.map((endpoint) => [toKey(endpoint, upstreamId), endpoint]));
  const openedByKey = new Map<string, OpenedEndpoint | null>();
  let problem: unknown = new AppError("unavailable");

  /** Returns null if the key of the address cannot be read. */
  async function open(key: string): Promise<OpenedEndpoint | null> {
    const known = openedByKey.get(key);
    const endpoint = byKey.get(key);
    if (known !== undefined || !endpoint) return known ?? null;
    const opened = await resolveEndpoint(platform, endpoint)
      .then((resolved) => ({ provider: platform.modelProviders.open(resolved), url: endpoint.url }))
      .catch((error: unknown) => {
        problem = error;
        return null;
      });
    openedByKey.set(key, opened);
    return opened;
  }

  async function openFirst(keys: readonly string[]): Promise<OpenedEndpoint> {
    for (const key of keys) {
      const opened = await open(key);
      if (opened) return opened;
    }
    throw problem;
  }

  return { keys: [...byKey.keys()], open, openFirst };
}

/** True for a failure that says something about the address and not about the request. */
function isFaultOfEndpoint(kind: ModelErrorKind): boolean {
  switch (kind) {
    case "unreachable":
    case "insecure":
    case "cut":
    case "rateLimited":
    case "quotaUsedUp":
    case "serverError":
    case "unauthorized":
    case "modelNotFound":
    case "timeout":
      return true;
    case "badRequest":
    case "contextTooLong":
    case "contentFilter":
    case "protocol":
      return false;
    default:
      return kind satisfies never;
  }
}
