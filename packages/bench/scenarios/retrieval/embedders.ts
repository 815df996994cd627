import type { ModelProviders } from "../../../server/src/platform/modelProviders/modelProvider.ts";
import { createScriptedVector } from "../../../server/src/testing/modelServer/scriptedVectors.ts";

/** Embedders that are computed in this process, by the names of their models. None of them is a model. */
export const embedders: Readonly<Record<string, (text: string) => number[]>> = {
  /** Hashed words and a few synonyms. */
  "text-embedding-scripted": createScriptedVector,
  /** The same, hidden in noise: a deliberately bad embedder. */
  "text-embedding-weak": (text) => addNoise(createScriptedVector(text), text),
  /** Nothing but noise: the worst embedder. Only equal texts are near each other. */
  "text-embedding-noise": createNoise,
};

const dimensionCount = createScriptedVector("").length;
/** The length of the noise in relation to the signal. */
const noiseShare = 2;

function addNoise(signal: readonly number[], text: string): number[] {
  const noise = createNoise(text);
  return toUnitVector(signal.map((value, index) => value + noiseShare * (noise[index] ?? 0)));
}

/** Creates a vector of length 1 in a direction that depends on the text alone and says nothing about it. */
function createNoise(text: string): number[] {
  const random = createRandom(text);
  return toUnitVector(
    Array.from({ length: dimensionCount }, () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())),
  );
}

function toUnitVector(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** Creates a generator (mulberry32) of numbers above 0 and below 1 that depends on the text alone. */
function createRandom(text: string): () => number {
  let state = 0x811c9dc5;
  for (const byte of Buffer.from(text)) state = Math.imul(state ^ byte, 0x01000193) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixedState = Math.imul(state ^ (state >>> 15), 1 | state);
    mixedState = (mixedState + Math.imul(mixedState ^ (mixedState >>> 7), 61 | mixedState)) ^ mixedState;
    return (((mixedState ^ (mixedState >>> 14)) >>> 0) + 0.5) / 4_294_967_296;
  };
}

/** Serves the embedders as if they were the models of a server. */
export function createEmbedderProviders(): ModelProviders {
  return {
    open: () => ({
      stream: () => {
        throw new Error("not used in this measurement");
      },
      listModels: async () => Object.keys(embedders).map((id) => ({ id, contextWindow: null })),
      async embed({ model, texts }) {
        const embed = embedders[model];
        if (!embed) throw new Error(`no embedder ${model}`);
        return { vectors: texts.map(embed), inputTokens: null };
      },
    }),
    close: async () => {},
  };
}
