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
import { describeEndpointError } from "./toEndpointError.ts";

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
 * another may answer, the next one is tried at once. Throws `unavailable` if no key can be decrypted.
 */
export async function openBalancedProvider(
  platform: Platform,
  {
    upstreamId,
    endpoints,
  }: { upstreamId: string; endpoints: readonly [StoredModelEndpoint, ...StoredModelEndpoint[]] },
): Promise<ModelProvider> {
  const providers = await openProviders(platform, upstreamId, endpoints);
  const rotation = rotations(platform);
  const [first] = providers.values();
  if (!first) throw new AppError("unavailable");
  /** The addresses, the one to try first, each with its key in the rotation. */
  const order = (opened: [string, OpenedEndpoint][]): [string, OpenedEndpoint][] => {
    const byKey = new Map(opened);
    return rotation.order([...byKey.keys()]).map((key) => [key, byKey.get(key) ?? first]);
  };

  /** Notes how a call ended. Returns true if another address may answer it. */
  function noteFailure(request: EndpointRequest, { provider: _, url }: OpenedEndpoint, error: unknown): boolean {
    if (!(error instanceof ModelError) || !isFaultOfEndpoint(error.kind)) return false;
    const reason = describeEndpointError(error, url);
    request.fail({ reason, retryAfterMs: (error.retryAfterSeconds ?? 0) * 1_000 });
    // After a timeout, the person has already waited long enough.
    return error.kind !== "timeout";
  }

  async function* stream(call: ModelCall): AsyncGenerator<readonly ModelEvent[]> {
    const candidates = order([...providers]);
    for (const [index, [key, opened]] of candidates.entries()) {
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
        const canRetry = noteFailure(request, opened, error) && !hasStarted && !call.signal.aborted;
        if (!canRetry || index === candidates.length - 1) throw error;
        platform.log.info({ model: call.model, attempt: index + 1 }, "trying the next address of a model");
      } finally {
        request.end();
      }
    }
  }

  async function embed(call: EmbedCall): Promise<EmbeddingResult> {
    const candidates = order([...providers].filter(([, { provider }]) => provider.embed));
    for (const [index, [key, opened]] of candidates.entries()) {
      const request = rotation.begin(key);
      try {
        const result = await opened.provider.embed?.(call);
        if (!result) continue;
        request.succeed();
        return result;
      } catch (error) {
        const canRetry = noteFailure(request, opened, error) && !call.signal.aborted;
        if (!canRetry || index === candidates.length - 1) throw error;
      } finally {
        request.end();
      }
    }
    throw new ModelError("protocol", "no address of the model computes vectors");
  }

  const canEmbed = [...providers.values()].some(({ provider }) => provider.embed);
  return { ...first.provider, stream, ...(canEmbed && { embed }) };
}

interface OpenedEndpoint {
  provider: ModelProvider;
  url: string;
}

/** Opens all addresses. One whose key cannot be decrypted is left out if there are others. */
async function openProviders(
  platform: Platform,
  upstreamId: string,
  endpoints: readonly StoredModelEndpoint[],
): Promise<Map<string, OpenedEndpoint>> {
  const providers = new Map<string, OpenedEndpoint>();
  const resolved = await Promise.allSettled(endpoints.map((endpoint) => resolveEndpoint(platform, endpoint)));
  for (const [index, result] of resolved.entries()) {
    const endpoint = endpoints[index];
    if (result.status === "fulfilled" && endpoint) {
      const provider = platform.modelProviders.open(result.value);
      providers.set(toKey(endpoint, upstreamId), { provider, url: endpoint.url });
    }
  }
  const failure = resolved.find((result) => result.status === "rejected");
  if (providers.size === 0 && failure) throw failure.reason;
  return providers;
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
