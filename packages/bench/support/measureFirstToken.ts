import { setTimeout } from "node:timers/promises";
import type { ChatRequestInput } from "@lectern/contract";
import type { ApiClient } from "../../e2e/support/content/createApiClient.ts";

/** A question that is sent as often as there are samples. */
export interface MeasuredChat {
  api: ApiClient;
  body(): ChatRequestInput;
}

/** Sends the question and reads the answer to its end. Returns the milliseconds until the first token. */
export async function measureFirstToken({ api, body }: MeasuredChat): Promise<number> {
  const requestBody = body();
  const startedAt = performance.now();
  const response = await api.request("POST", "/chat", requestBody);
  if (!response.ok || !response.body) throw new Error(`a question was refused: ${await response.text()}`);
  let firstTokenMs = Number.NaN;
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    if (Number.isNaN(firstTokenMs) && part.includes('"d":"')) firstTokenMs = performance.now() - startedAt;
  }
  // The work after an answer (usage) must not affect the next sample.
  await setTimeout(40);
  return firstTokenMs;
}
