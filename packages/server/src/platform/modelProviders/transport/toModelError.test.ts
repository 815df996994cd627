import { describe, expect, test } from "vitest";
import { toModelError } from "./toModelError.ts";

const classifyError = (status: number | undefined, body: unknown) => toModelError({ status, body }).kind;

describe("the classification of a server's error", () => {
  test.each([
    ["OpenAI", { error: { code: "context_length_exceeded", message: "…" } }],
    ["vLLM", { error: { code: 400, message: "This model's maximum context length is 4096 tokens." } }],
    [
      "llama.cpp",
      {
        error: {
          code: 400,
          message: "the request exceeds the available context size",
          type: "exceed_context_size_error",
        },
      },
    ],
    ["Ollama", { error: "input length exceeds the context length" }],
    ["a flat body", { message: "the prompt is too long" }],
    [
      "Anthropic",
      {
        type: "error",
        error: { type: "invalid_request_error", message: "prompt is too long: 208310 tokens > 200000 maximum" },
      },
    ],
    [
      "Google",
      {
        error: {
          code: 400,
          message: "The input token count (1048600) exceeds the maximum number of tokens allowed (1048576).",
          status: "INVALID_ARGUMENT",
        },
      },
    ],
    ["Bedrock", { message: "Input is too long for requested model." }],
  ])("an input that does not fit is contextTooLong in the words of %s", (_, body) => {
    expect(classifyError(400, body)).toBe("contextTooLong");
  });

  test.each([
    ["OpenAI", 429, { error: { code: "insufficient_quota", message: "You exceeded your current quota." } }],
    ["a gateway", 402, { error: { message: "Insufficient credits" } }],
    [
      "Anthropic",
      400,
      { type: "error", error: { type: "invalid_request_error", message: "Your credit balance is too low to use it." } },
    ],
    ["DeepSeek", 402, { error: { code: "invalid_request_error", message: "Insufficient Balance" } }],
  ])("money or quota that is used up is quotaUsedUp in the words of %s, and no wait helps", (_, status, body) => {
    expect(classifyError(status, body)).toBe("quotaUsedUp");
  });

  const anthropicError = (message: string) => ({ type: "error", error: { type: "invalid_request_error", message } });
  test.each<[string, number | undefined, unknown]>([
    ["OpenAI", 400, { error: { code: "invalid_image_format", message: "…" } }],
    ["OpenAI", 400, { error: { code: "image_parse_error", message: "…" } }],
    ["OpenAI", 400, { error: { code: "invalid_image", message: "…" } }],
    [
      "OpenAI",
      400,
      { error: { code: null, message: "You uploaded an unsupported image. Please make sure it is valid." } },
    ],
    ["OpenAI", 400, { error: { message: "The image data you provided does not represent a valid image." } }],
    ["OpenAI", 400, { error: { message: "Invalid content type. image_url is only supported by certain models." } }],
    ["Azure", 400, { error: { code: "BadRequest", message: "Invalid image data." } }],
    ["Anthropic", 400, anthropicError("Could not process image")],
    ["Anthropic", 400, anthropicError("messages.0.content.1.image.source.base64: image exceeds 5 MB maximum: 6 > 5")],
    [
      "Anthropic",
      400,
      anthropicError(
        "messages.3.content.2.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels",
      ),
    ],
    ["Anthropic", 400, anthropicError("Too much media: 0 document pages + 101 images > 100")],
    ["Bedrock", 400, { message: "This model doesn't support the image content block that you provided." }],
    [
      "Google",
      400,
      [
        {
          error: {
            code: 400,
            message: "Unable to process input image. Please retry or report.",
            status: "INVALID_ARGUMENT",
          },
        },
      ],
    ],
    ["Google", 400, { error: { code: 400, message: "Provided image is not valid", status: "INVALID_ARGUMENT" } }],
    [
      "Google",
      400,
      {
        error: {
          code: 400,
          message: "Image input modality is not enabled for models/gemma",
          status: "INVALID_ARGUMENT",
        },
      },
    ],
    ["Ollama", 400, { error: { message: "this model does not support image input (ref: b8bd630e)" } }],
    ["Ollama", 500, { error: "this model is missing data required for image input" }],
    ["Ollama", 500, { error: { message: "Failed to load image or audio file" } }],
    [
      "llama.cpp",
      500,
      {
        error: {
          code: 500,
          message: "image input is not supported - hint: you may need to provide the mmproj",
          type: "server_error",
        },
      },
    ],
    [
      "llama.cpp",
      500,
      {
        error: {
          code: 500,
          message: 'Failed to parse messages: Unsupported content part type: "image_url"; messages = […]',
        },
      },
    ],
    [
      "llamafile",
      500,
      { error: { message: "The server was not compiled for multimodal or the model projector can't be loaded." } },
    ],
    [
      "vLLM",
      400,
      { object: "error", message: "example/text-model is not a multimodal model", type: "BadRequestError", code: 400 },
    ],
    [
      "vLLM",
      400,
      { error: { message: "At most 1 image(s) may be provided in one request.", type: "BadRequestError", code: 400 } },
    ],
    ["vLLM", 400, { error: { message: "cannot identify image file <_io.BytesIO object at 0x7f>", code: 400 } }],
    ["DeepSeek", 422, { error: { message: "messages[0]: unknown variant `image_url`, expected `text` at line 1" } }],
    ["OpenRouter", 404, { error: { code: 404, message: "No endpoints found that support image input" } }],
    [
      "OpenRouter",
      400,
      {
        error: {
          code: 400,
          message: "Provider returned error",
          metadata: { raw: JSON.stringify(anthropicError("Could not process image")) },
        },
      },
    ],
    ["a gateway", 413, { error: { message: "image is too large" } }],
    ["an error within a stream", undefined, { error: { code: "image_parse_error", message: "…" } }],
  ])(
    "a picture that is refused is badRequest, and refused as a picture, in the words of %s (%s)",
    (_, status, body) => {
      expect(toModelError({ status, body })).toMatchObject({ kind: "badRequest", isImageRefused: true });
    },
  );

  test.each<[number, unknown]>([
    [400, { error: { code: "content_policy_violation", message: "Your image was rejected by the safety system." } }],
    [400, { error: { message: "Unsupported parameter: 'max_tokens' is not supported with this model." } }],
    [400, { error: { message: "This model's maximum context length is 4096 tokens." } }],
    [429, { error: { message: "Rate limit reached: too many images per minute" } }],
    [401, { error: { message: "Your key does not support image input" } }],
    [503, { error: { message: "Could not process image, the server is overloaded" } }],
    [500, { error: { message: "Failed to parse messages: roles must alternate" } }],
    [404, { error: { message: "The model does not exist" } }],
  ])("another error (%s) refuses no picture", (status, body) => {
    expect(toModelError({ status, body }).isImageRefused).toBe(false);
  });

  test("Azure's content filter is contentFilter", () => {
    const error = { code: "content_filter", innererror: { code: "ResponsibleAIPolicyViolation" } };
    expect(classifyError(400, { error })).toBe("contentFilter");
  });

  test("Azure's missing deployment is modelNotFound", () => {
    expect(classifyError(404, { error: { code: "DeploymentNotFound" } })).toBe("modelNotFound");
  });

  test("Anthropic's content filter is contentFilter", () => {
    const error = { type: "invalid_request_error", message: "Output blocked by content filtering policy" };
    expect(classifyError(400, { type: "error", error })).toBe("contentFilter");
  });

  test("Google's error for a wrong key is unauthorized, although its status is 400", () => {
    const details = [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" }];
    const error = { code: 400, message: "API key not valid.", status: "INVALID_ARGUMENT", details };
    expect(classifyError(400, { error })).toBe("unauthorized");
  });

  test("Bedrock's unknown model is modelNotFound, and a failed model is serverError", () => {
    expect(classifyError(400, { message: "The provided model identifier is invalid." })).toBe("modelNotFound");
    expect(classifyError(424, { __type: "ModelErrorException" })).toBe("serverError");
  });

  test.each([
    ["overloaded_error", "serverError"],
    ["rate_limit_error", "rateLimited"],
    ["authentication_error", "unauthorized"],
    ["invalid_request_error", "badRequest"],
    ["throttlingException", "rateLimited"],
    ["validationException", "badRequest"],
  ])("%s inside a stream is %s", (type, kind) => {
    expect(classifyError(undefined, { error: { type, message: "…" } })).toBe(kind);
  });

  test("a rejected key is unauthorized even if the message mentions context", () => {
    expect(classifyError(401, { error: { message: "the context length of your key" } })).toBe("unauthorized");
  });

  test.each([
    [null],
    ["text"],
    [[]],
    [{ error: null }],
    [{ error: 5 }],
    [{ error: { code: { toString: 1 }, status: { valueOf: 1 }, retry_after: { toString: 1 } } }],
    [undefined],
  ])("a body of %j is read by its status", (body) => {
    expect(classifyError(500, body)).toBe("serverError");
  });
});

describe("the time to retry", () => {
  const now = new Date("2026-11-21T10:00:00Z");
  const secondsFor = (retryAfter: string | undefined) =>
    toModelError({ status: 429, body: null, retryAfter, now }).retryAfterSeconds;

  test("is parsed from seconds or a date", () => {
    expect(secondsFor("7")).toBe(7);
    expect(secondsFor("0.2")).toBe(1);
    expect(secondsFor("Sat, 21 Nov 2026 10:01:30 GMT")).toBe(90);
    expect(secondsFor("Sat, 21 Nov 2026 09:00:00 GMT")).toBe(0);
  });

  test("is the reset time in OpenRouter’s body", () => {
    const headers = { "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": `${now.getTime() + 42_000}` };
    const error = { code: 429, message: "Rate limit exceeded: free-models-per-min. ", metadata: { headers } };
    for (const status of [429, undefined])
      expect(toModelError({ status, body: { error }, now }).retryAfterSeconds).toBe(42);
  });

  test.each([{ toString: 1 }, [[]], true, ""])("is unknown if OpenRouter’s body has %j as the reset time", (value) => {
    const error = { code: 429, message: "Slow down.", metadata: { headers: { "X-RateLimit-Reset": value } } };
    expect(toModelError({ status: 429, body: { error }, now }).retryAfterSeconds).toBeUndefined();
  });

  test("is unknown if the header is missing or invalid", () => {
    expect(secondsFor(undefined)).toBeUndefined();
    expect(secondsFor("soon")).toBeUndefined();
  });
});

test("the message has the error code and never the server's text", () => {
  const body = { error: { code: "invalid_api_key", message: "Incorrect API key provided: sk-abc" } };
  expect(toModelError({ status: 401, body }).message).toBe("the server answered 401 (invalid_api_key)");
  expect(toModelError({ status: 401, body: { error: { code: "sk-abc-123" } } }).message).toBe(
    "the server answered 401",
  );
});

test.each([
  [[{ error: { code: 400, message: "API key not valid.", details: [{ reason: "API_KEY_INVALID" }] } }], "unauthorized"],
  [[{ error: { code: 400, message: "The input token count (2) exceeds the maximum number (1)." } }], "contextTooLong"],
  [{ detail: "This model's maximum context length is 4096 tokens." }, "contextTooLong"],
])("reads errors in a list (Google’s OpenAI-compatible API) and in detail (FastAPI): %j", (body, kind) => {
  expect(classifyError(400, body)).toBe(kind);
});

test.each([
  ["Rate limit reached. Please try again in 7.5s.", 8],
  ["Please try again in 1m7.5s. Visit the page.", 68],
  ["Please try again in 120ms.", 1],
  ["Please retry after 20 seconds.", 20],
  ["Please try again in 1h2m3.5s.", 3724],
  ["Please try again in 5 minutes.", 300],
  ["Please try again 3 times.", undefined],
])("reads the waiting time in the message (OpenAI, Groq, Azure): %s", (message, seconds) => {
  expect(toModelError({ status: 429, body: { error: { message } } }).retryAfterSeconds).toBe(seconds);
});

test.each([
  [404, "No endpoints found that support tool use."],
  [500, "tools param requires --jinja flag"],
])(
  "functions that OpenRouter and llama.cpp refuse with %i are a bad request, so that they are left out",
  (status, message) => {
    expect(classifyError(status, { error: { code: status, message } })).toBe("badRequest");
  },
);

describe("an error within a stream", () => {
  const read = (error: object) => toModelError({ status: undefined, body: { error } });
  test.each([
    ["OpenRouter", { code: 429, message: "Provider returned error" }, "rateLimited"],
    ["LiteLLM", { code: "429", message: "litellm.RateLimitError", type: null, param: null }, "rateLimited"],
    ["LiteLLM", { code: "401", message: "litellm.AuthenticationError" }, "unauthorized"],
    ["OpenRouter", { code: 402, message: "Insufficient credits" }, "quotaUsedUp"],
    ["vLLM", { code: 400, message: "Input is invalid.", type: "BadRequestError" }, "badRequest"],
  ])("has the kind of the status that it names (%s)", (_, error, kind) => expect(read(error).kind).toBe(kind));
  test("is an overload if it says so, and has a waiting time", () => {
    expect(read({ code: 503, message: "No instances available" })).toMatchObject({ kind: "serverError", status: 503 });
    expect(read({ code: 429, message: "Please try again in 7.5s." }).retryAfterSeconds).toBe(8);
    expect(read({ code: 429, message: "Slow down.", retry_after: 12.2 }).retryAfterSeconds).toBe(13);
  });
});

test.each([
  ["Gemma’s template in vLLM", 400, { object: "error", message: "System role not supported", code: 400 }],
  [
    "Mistral’s template in llama.cpp",
    500,
    { error: { code: 500, message: "Jinja Exception: Only user and assistant roles are supported!" } },
  ],
  [
    "Google’s OpenAI-compatible API for Gemma",
    400,
    [{ error: { code: 400, message: "Developer instruction is not enabled for models/gemma-3-27b-it" } }],
  ],
])("a model without instructions of the system is known by its message: %s", (_, status, body) => {
  expect(toModelError({ status, body }).refusedParameter).toBe("system");
});

test.each([
  ["Mistral’s template in vLLM", 400, "Conversation roles must alternate user/assistant/user/assistant/..."],
  [
    "a newer one in llama.cpp",
    500,
    "Error: Jinja Exception: After the optional system message, conversation roles must alternate user and assistant roles except for tool calls and results.",
  ],
  ["Perplexity", 400, "After the (optional) system message(s), user and assistant roles should be alternating."],
  ["Mistral", 400, "Unexpected role 'assistant' after role 'system'"],
  ["gateways to Bedrock", 400, 'messages: first message must use the "user" role'],
  ["gateways to Bedrock", 400, "A conversation must start with a user message. Try again."],
  [
    "Google’s OpenAI-compatible API",
    400,
    "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
  ],
])("a server that refuses an answer as the first message is known by its message: %s", (_, status, message) => {
  expect(toModelError({ status, body: { error: { message } } }).refusedParameter).toBe("leadingAnswer");
});

test.each([
  "Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant",
  "Unexpected role 'user' after role 'tool'",
  "Please ensure that multiturn requests ends with a user role or a function response.",
])("other faults in the order of messages are not mistaken for that: %s", (message) => {
  expect(toModelError({ status: 400, body: { error: { message } } }).refusedParameter).toBeUndefined();
});

test("what a provider refuses is also known within OpenRouter’s error", () => {
  const refuse = (raw: unknown) =>
    toModelError({ status: 400, body: { error: { message: "Provider returned error", code: 400, metadata: { raw } } } })
      .refusedParameter;
  expect(refuse(JSON.stringify({ object: "error", message: "Conversation roles must alternate" }))).toBe(
    "leadingAnswer",
  );
  expect(refuse("System role not supported")).toBe("system");
  expect(refuse(JSON.stringify({ error: { message: "Bad.", metadata: { raw: 5 } } }))).toBeUndefined();
});

test.each([
  ["Groq", { error: { message: "'messages.2' : property 'reasoning_content' is unsupported" } }],
  ["Groq", { error: { message: "`reasoning` is not supported with this model" } }],
  ["Fireworks", { error: { message: "Extra inputs are not permitted, field: 'messages[2].reasoning_content'" } }],
  [
    "Mistral",
    { detail: [{ type: "extra_forbidden", loc: ["body", "messages", 2, "assistant", "reasoning_content"] }] },
  ],
])("a server that refuses thoughts is known by its message: %s", (_, body) => {
  expect(toModelError({ status: 400, body }).refusedParameter).toBe("reasoning");
});

describe("the time until the next try", () => {
  const error = { code: 429, message: "Slow down.", status: "RESOURCE_EXHAUSTED" };
  const secondsOf = (body: unknown, headers: Record<string, string> = {}, status = 429) =>
    toModelError({ status, body, headers }).retryAfterSeconds;

  test.each([
    ["34.074824224s", 35],
    ["2s", 2],
    ["soon", undefined],
  ])("is in Google’s RetryInfo: %s", (retryDelay, seconds) => {
    const details = [{ reason: "RATE_LIMIT" }, { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay }];
    expect(secondsOf({ error: { ...error, details } })).toBe(seconds);
    expect(secondsOf([{ error: { ...error, details } }])).toBe(seconds);
  });

  test.each([
    [{ "x-ratelimit-reset-requests": "1s", "x-ratelimit-reset-tokens": "6m0s" }, 360],
    [
      {
        ...{ "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "120ms" },
        ...{ "x-ratelimit-remaining-tokens": "500", "x-ratelimit-reset-tokens": "6m0s" },
      },
      1,
    ],
    [{ "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "1h0m2.5s" }, 3603],
    [{ "x-ratelimit-reset-tokens": "1767225600" }, undefined],
  ])("is in the headers of OpenAI, Azure and Groq: %j", (headers, seconds) => {
    expect(secondsOf({ error }, headers)).toBe(seconds);
    expect(secondsOf({ error }, headers, 400)).toBeUndefined();
  });
});

test.each([
  [{ error: { message: "Loading model", type: "unavailable_error", code: 503 } }, true], // llama.cpp
  [{ error: "Model meta-llama/Llama-3.1-8B is currently loading", estimated_time: 20 }, true], // Hugging Face
  [{ error: { message: "The server is overloaded", type: "overloaded_error" } }, false],
  [{ error: "The model is overloaded. Please try again later." }, false],
])("recognizes that a model is being loaded: %j", (body, isLoadingModel) => {
  expect(toModelError({ status: 503, body })).toMatchObject({ kind: "serverError", isLoadingModel });
});
