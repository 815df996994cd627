import type { ModelCall, ModelEndpoint } from "./modelProvider.ts";

/**
 * The body of a streamed chat completion. Newer models of OpenAI (o1, o3, o4, gpt-5 and after), at OpenAI itself and on Azure,
 * refuse `max_tokens` ("use 'max_completion_tokens' instead") and any temperature but 1, so there the first is renamed and the
 * second left out. Other servers know `max_tokens` only. On Azure the deployment's name decides: name it after its model.
 */
export function chatRequestBody(endpoint: ModelEndpoint, call: ModelCall): string {
  const isReasoning = servesOpenAiModels(endpoint) && isReasoningModel(call.model);
  return JSON.stringify({
    model: call.model,
    messages: call.messages,
    stream: true,
    stream_options: { include_usage: true },
    ...(call.temperature !== undefined && !isReasoning && { temperature: call.temperature }),
    ...(call.maxTokens !== undefined &&
      (isReasoning ? { max_completion_tokens: call.maxTokens } : { max_tokens: call.maxTokens })),
  });
}

function servesOpenAiModels(endpoint: ModelEndpoint): boolean {
  return endpoint.wire === "azure" || new URL(endpoint.url).hostname === "api.openai.com";
}

function isReasoningModel(id: string): boolean {
  return /^(o[1-9]|gpt-([5-9]|[1-9]\d))(?![a-z0-9])/i.test(id);
}
