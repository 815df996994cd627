import { setImmediate as nextEventLoopTurn } from "node:timers/promises";
import {
  type EmbedCall,
  type EmbeddingResult,
  type ListedModel,
  type ModelCall,
  ModelError,
  type ModelEvent,
  type ModelProvider,
  type ModelTool,
} from "../modelProvider.ts";
import { beginWithQuestion } from "../toolMessages/alternateRoles.ts";
import { hasToolCalls, normalizeToolMessages } from "../toolMessages/normalizeToolMessages.ts";
import { renderToolsAsText } from "../toolMessages/renderToolsAsText.ts";
import { embedInBatches, maxEmbeddingsResponseBytes } from "../transport/embedInBatches.ts";
import { isRecord, parseJsonOrUndefined } from "../transport/jsonValues.ts";
import type { ModelTransport } from "../transport/modelTransport.ts";
import { toModelError } from "../transport/toModelError.ts";
import { findCacheBreakpoints } from "./cacheBreakpoints.ts";
import { createModelFetch, type ModelFetch } from "./modelFetch.ts";
import { createPartReader, type PartReader } from "./partReader.ts";
import type { SdkCallOptions, SdkEmbeddingModel, SdkModel, SdkPart } from "./sdkTypes.ts";
import { addJsonInstruction, joinSystemMessages, toSdkPrompt, toSdkTool } from "./toSdkPrompt.ts";

/** The differences between the servers that we reach with the AI SDK. */
export interface SdkWire {
  /** Also the name under which the SDK reads options and reports metadata of the wire. */
  wire: "anthropic" | "google" | "bedrock";
  /**
   * When the wire accepts function calls and results of earlier rounds: always, if the request declares functions, or
   * only if the model may also call them.
   */
  acceptsToolMessages: "always" | "withTools" | "withCallableTools";
  /** Media type of a streamed answer. */
  streamType: string;
  /** Loads the SDK's package on the first call and returns a model that sends requests with `fetch`. */
  openModel(model: string, fetch: ModelFetch["fetch"]): Promise<SdkModel>;
  /** Options that only this wire has. */
  providerOptions?(call: ModelCall): NonNullable<SdkCallOptions["providerOptions"]>;
  /**
   * Returns the options that mark the end of a prefix to cache, for messages and for functions. Null if the model or
   * the wire has no such mark.
   */
  getCacheOptions(model: string): CacheOptions | null;
  /** True if the wire can enforce JSON without a schema. If false, an instruction in the prompt replaces this. */
  hasJsonMode: boolean;
  listModels(signal: AbortSignal): Promise<ListedModel[]>;
  /** Like `openModel`, if the wire has embeddings. */
  openEmbeddings?(model: string, fetch: ModelFetch["fetch"]): Promise<SdkEmbeddingModel>;
  embeddingOptions?(call: EmbedCall): NonNullable<SdkCallOptions["providerOptions"]>;
}

export interface CacheOptions {
  message: NonNullable<SdkCallOptions["providerOptions"]>;
  /** Absent: only messages can be marked. */
  tool?: NonNullable<SdkCallOptions["providerOptions"]>;
  /** True if only the system prompt can be marked. */
  isSystemOnly?: boolean;
}

/** Reading pauses while more events than this wait for the consumer. */
const maxPendingEvents = 512;

/** Creates a provider that lets the AI SDK write requests and parse streams. HTTP, limits and errors are our own. */
export function createAiSdkProvider(wire: SdkWire, transport: ModelTransport): ModelProvider {
  async function* stream(call: ModelCall): AsyncGenerator<readonly ModelEvent[]> {
    const { signal } = call;
    signal.throwIfAborted();
    const modelFetch = createModelFetch(transport, { streamType: wire.streamType, signal });
    const partReader = createPartReader({ wire: wire.wire, model: call.model });
    try {
      const model = await wire.openModel(call.model, modelFetch.fetch);
      const { stream: partStream } = await model.doStream(toSdkOptions(call, wire));
      yield* readBatches(partStream.getReader(), partReader, modelFetch, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw sdkErrorToModelError(error, modelFetch);
    } finally {
      modelFetch.close(partReader.isFinished);
      if (partReader.skippedEvents > 0)
        transport.log.warn(
          { skippedEvents: partReader.skippedEvents },
          "a model server sent events that cannot be read",
        );
    }
  }

  async function embed(
    openEmbeddingModel: NonNullable<SdkWire["openEmbeddings"]>,
    call: EmbedCall,
  ): Promise<EmbeddingResult> {
    const { signal } = call;
    const providerOptions = wire.embeddingOptions?.(call);
    const embedBatch = async (values: string[]) => {
      const modelFetch = createModelFetch(transport, {
        streamType: "application/json",
        signal,
        maxLength: maxEmbeddingsResponseBytes,
      });
      try {
        const model = await openEmbeddingModel(call.model, modelFetch.fetch);
        const { embeddings, usage } = await model.doEmbed({
          values,
          abortSignal: signal,
          ...(providerOptions && { providerOptions }),
        });
        return { vectors: embeddings, inputTokens: usage?.tokens ?? null };
      } catch (error) {
        signal.throwIfAborted();
        throw sdkErrorToModelError(error, modelFetch);
      } finally {
        modelFetch.close(true);
      }
    };
    const { maxEmbeddingsPerCall } = await openEmbeddingModel(call.model, globalThis.fetch);
    return embedInBatches(call, (await maxEmbeddingsPerCall) ?? 1, embedBatch);
  }

  const { openEmbeddings } = wire;
  return {
    stream,
    listModels: wire.listModels,
    ...(openEmbeddings && { embed: (call: EmbedCall) => embed(openEmbeddings, call) }),
  };
}

function toSdkOptions(givenCall: ModelCall, wire: SdkWire): SdkCallOptions {
  const call = prepareToolMessages(givenCall, wire);
  const { toolChoice: choice, responseFormat: format, tools = [] } = call;
  const providerOptions = wire.providerOptions?.(call);
  const usesJsonInstruction = format && !format.schema && !wire.hasJsonMode;
  const joinedMessages = beginWithQuestion(joinSystemMessages(call.messages));
  const messages = usesJsonInstruction ? addJsonInstruction(joinedMessages) : joinedMessages;
  const { cache, toolOptions } = toCacheOptions({ ...call, messages }, wire);
  return {
    prompt: toSdkPrompt(messages, { wire: wire.wire, model: call.model, ...(cache && { cache }) }),
    ...(format && !usesJsonInstruction && { responseFormat: { type: "json" as const, ...format.schema } }),
    ...(call.maxTokens !== undefined && { maxOutputTokens: call.maxTokens }),
    ...(call.temperature !== undefined && { temperature: call.temperature }),
    ...(call.topP !== undefined && { topP: call.topP }),
    ...(call.stop && call.stop.length > 0 && { stopSequences: [...call.stop] }),
    ...(tools.length > 0 && {
      tools: tools.map((tool, index) => toSdkTool(tool, index === tools.length - 1 ? toolOptions : {})),
    }),
    ...(choice && {
      toolChoice: typeof choice === "string" ? { type: choice } : { type: "tool", toolName: choice.name },
    }),
    ...(providerOptions && { providerOptions }),
  };
}

/** Converts function calls and results of earlier rounds to what the wire accepts together with the call's functions. */
function prepareToolMessages(call: ModelCall, { acceptsToolMessages }: SdkWire): ModelCall {
  const messages = normalizeToolMessages(call.messages);
  const { tools = [], toolChoice, ...otherFields } = call;
  const isDeclared = tools.length > 0;
  if (acceptsToolMessages === "always" || !messages.some(hasToolCalls)) return { ...call, messages };
  if (acceptsToolMessages === "withTools")
    return isDeclared
      ? { ...call, messages }
      : { ...call, messages, tools: declareCalledTools(messages), toolChoice: "none" };
  if (isDeclared && toolChoice !== "none") return { ...call, messages };
  return { ...otherFields, messages: renderToolsAsText(messages) };
}

/** Declares the functions that the messages call, without their parameters, which the input does not contain. */
function declareCalledTools(messages: ModelCall["messages"]): ModelTool[] {
  const names = new Set(messages.filter(hasToolCalls).flatMap(({ toolCalls }) => toolCalls.map(({ name }) => name)));
  return [...names].map((name) => ({ name, parameters: { type: "object", properties: {} } }));
}

function toCacheOptions(call: ModelCall, wire: SdkWire) {
  const options = wire.getCacheOptions(call.model);
  if (!options) return { cache: null, toolOptions: {} };
  const { afterTools, messages } = findCacheBreakpoints(call);
  const breakpoints = options.isSystemOnly
    ? new Set([...messages].filter((index) => call.messages[index]?.role === "system"))
    : messages;
  return {
    cache: { breakpoints, options: options.message },
    toolOptions: afterTools && options.tool ? { providerOptions: options.tool } : {},
  };
}

/**
 * Yields the events of an answer; usage and finish come last. Reads ahead while the consumer works, so that events that
 * arrived together are yielded together.
 */
async function* readBatches(
  source: ReadableStreamDefaultReader<SdkPart>,
  partReader: PartReader,
  modelFetch: ModelFetch,
  signal: AbortSignal,
): AsyncGenerator<readonly ModelEvent[]> {
  const failures: unknown[] = [];
  let isDone = false;
  let wake = () => {};
  let resumeReading = () => {};
  const onAbort = () => wake();

  const readParts = async () => {
    try {
      while (!isDone && !partReader.isFinished) {
        const { done, value } = await source.read();
        if (done) break;
        modelFetch.reportProgress();
        partReader.add(value);
        if (partReader.pendingEvents.length > 0) wake();
        if (partReader.pendingEvents.length > maxPendingEvents)
          await new Promise<void>((resolve) => (resumeReading = resolve));
      }
      if (!partReader.isFinished) throw new ModelError("cut", "the stream ended before the answer was complete");
    } catch (error) {
      failures.push(error);
    }
    isDone = true;
    wake();
  };

  signal.addEventListener("abort", onAbort, { once: true });
  try {
    const readPromise = readParts();
    for (;;) {
      signal.throwIfAborted();
      if (partReader.pendingEvents.length === 0 && !isDone) {
        await new Promise<void>((resolve) => (wake = resolve));
        // The parts of one network packet arrive one by one within this turn of the event loop.
        await nextEventLoopTurn();
        continue;
      }
      if (partReader.pendingEvents.length > 0) {
        const batch = partReader.pendingEvents;
        partReader.pendingEvents = [];
        resumeReading();
        yield batch;
        continue;
      }
      await readPromise;
      break;
    }
    if (failures.length > 0) throw failures[0];
    yield partReader.buildFinalEvents();
  } finally {
    isDone = true;
    resumeReading();
    signal.removeEventListener("abort", onAbort);
    // A failed cancel does not matter: the connection is closed next, which ends the stream.
    if (!partReader.isFinished) source.cancel().catch(() => {});
  }
}

/**
 * Converts an error of the SDK, which is either an exception or a stream part with the server's error code. The SDK's
 * error does not become the `cause`, because it contains the request with the whole conversation.
 */
function sdkErrorToModelError(error: unknown, modelFetch: ModelFetch): ModelError {
  const failure = modelFetch.getFailure();
  if (failure) return failure;
  if (error instanceof ModelError) return error;
  if (modelFetch.isEnded() && !isRecord(error)) return new ModelError("cut", "the stream ended in mid-event");
  if (!isRecord(error)) return new ModelError("protocol", "the stream could not be read");
  const status = typeof error.statusCode === "number" ? error.statusCode : undefined;
  const body = typeof error.responseBody === "string" ? parseJsonOrUndefined(error.responseBody) : { error };
  if (status !== undefined || typeof error.type === "string") return toModelError({ status, body });
  const errorName = error instanceof Error ? error.name : "no error";
  if (errorName === "AI_UnsupportedFunctionalityError" || errorName === "AI_InvalidPromptError")
    return new ModelError("badRequest", `the request cannot be written for this model (${errorName})`);
  if (modelFetch.isEnded()) return new ModelError("cut", `the stream ended in mid-event (${errorName})`);
  return new ModelError("protocol", `the stream could not be read (${errorName})`);
}
