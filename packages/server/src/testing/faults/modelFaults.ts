import type { ModelFault } from "./modelFault.ts";

const answer = "[[answer:one two three four]]";
const unreachable = "The model's server could not be reached.";
const insecureConnection =
  "The model's server could not be reached over a secure connection. Please ask your administrator to check its certificate.";
const keyRejected = "The model's server did not accept our key. Please ask your administrator to check it.";
const unknownModel =
  "The model's server does not know this model. Please choose another, or ask your administrator to check it.";
const busyWithDelay = "The model is busy: its server asks us to wait.";
const busy = `${busyWithDelay} Please try again in a moment.`;
const quotaUsedUp =
  "Your institution's credit with this model's provider is used up. Please choose another model, or tell your administrator.";
const serverFailed = "The model's server failed.";
const overloaded = "The model's server is overloaded. Please try again in a minute.";
const timedOut = "The model's server took too long to answer.";
const connectionLost = "The connection to the model's server was lost.";
const unreadableResponse = "The model's server sent a response that could not be read.";
const requestRejected = "The model's server refused the request.";
const conversationTooLong = "The conversation is too long for this model. Please shorten it or start a new one.";
const messageFiltered = "The model's server rejected this message because of its content rules.";
const answerWithheld = "The model's server withheld the answer because of its content rules.";

const providerFailed = { by: "status", code: "providerFailed" } as const;
const failedBeforeOutput = { response: providerFailed, answerText: "", usage: "nothing" } as const;
const partialAnswer = { answerText: "one two", usage: "estimated", retries: 0 } as const;
const failedEnd = { by: "end", end: "failed", code: "providerFailed" } as const;
const doneEnd = { by: "end", end: "done", finishReason: "stop" } as const;
const completeAnswer = {
  response: doneEnd,
  message: null,
  answerText: "one two three four",
  usage: "counted",
} as const;

/** All faults of model servers and of the connection to them. The tests and `docs/faults.md` use this list. */
export const modelFaults: readonly ModelFault[] = [
  // Connection
  {
    fault: "connection refused",
    cause: { at: "a closed port" },
    ...failedBeforeOutput,
    message: unreachable,
    retries: 2,
  },
  {
    fault: "host name not found (DNS)",
    cause: { at: "a host that does not exist" },
    ...failedBeforeOutput,
    message: unreachable,
    retries: 2,
  },
  {
    fault: "TLS: untrusted certificate",
    cause: { at: "an untrusted certificate" },
    ...failedBeforeOutput,
    message: insecureConnection,
    retries: 0,
  },
  {
    fault: "TLS: failed handshake",
    cause: { at: "a server that speaks no TLS" },
    ...failedBeforeOutput,
    message: insecureConnection,
    retries: 0,
  },
  {
    fault: "redirect (302)",
    cause: { ask: `${answer} [[status: 302; location: /v1/elsewhere]]` },
    ...failedBeforeOutput,
    message: unreadableResponse,
    retries: 0,
    note: "The redirect is not followed, so the key is not sent to another address.",
  },
  // Rejected requests
  {
    fault: "401",
    cause: { ask: `${answer} [[status: 401]]` },
    ...failedBeforeOutput,
    message: keyRejected,
    retries: 0,
  },
  {
    fault: "403",
    cause: { ask: `${answer} [[status: 403]]` },
    ...failedBeforeOutput,
    message: keyRejected,
    retries: 0,
  },
  {
    fault: "404, unknown model",
    cause: { ask: `${answer} [[status: 404; code: model_not_found]]` },
    ...failedBeforeOutput,
    message: unknownModel,
    retries: 0,
  },
  {
    fault: "400",
    cause: { ask: `${answer} [[status: 400]]` },
    ...failedBeforeOutput,
    message: requestRejected,
    retries: 0,
  },
  {
    fault: "400, context too long",
    cause: { ask: `${answer} [[status: 400; code: context_length_exceeded]]` },
    ...failedBeforeOutput,
    response: { by: "status", code: "tooLarge" },
    message: conversationTooLong,
    retries: 0,
  },
  {
    fault: "400, content filter",
    cause: { ask: `${answer} [[status: 400; code: content_filter]]` },
    ...failedBeforeOutput,
    response: { by: "status", code: "invalidInput" },
    message: messageFiltered,
    retries: 0,
  },
  {
    fault: "429, quota used up",
    cause: { ask: `${answer} [[status: 429; code: insufficient_quota]]` },
    ...failedBeforeOutput,
    message: quotaUsedUp,
    retries: 0,
  },
  {
    fault: "429 without Retry-After",
    cause: { ask: `${answer} [[status: 429]]` },
    ...failedBeforeOutput,
    response: { by: "status", code: "rateLimited" },
    message: busy,
    retries: 2,
  },
  {
    fault: "429 with Retry-After: 60",
    cause: { ask: `${answer} [[status: 429; retry-after: 60]]` },
    ...failedBeforeOutput,
    response: { by: "status", code: "rateLimited", retryAfter: "60" },
    message: busyWithDelay,
    retries: 0,
    note: "The page shows a countdown.",
  },
  {
    fault: "429 with Retry-After: 1, then an answer",
    cause: { first: [{ status: 429, headers: { "retry-after": "1" } }], ask: answer },
    ...completeAnswer,
    retries: 1,
  },
  // Server errors
  {
    fault: "500",
    cause: { ask: `${answer} [[status: 500]]` },
    ...failedBeforeOutput,
    message: serverFailed,
    retries: 2,
  },
  {
    fault: "502",
    cause: { ask: `${answer} [[status: 502]]` },
    ...failedBeforeOutput,
    message: serverFailed,
    retries: 2,
  },
  {
    fault: "503, overloaded",
    cause: { ask: `${answer} [[status: 503; retry-after: 30]]` },
    ...failedBeforeOutput,
    response: { by: "status", code: "unavailable", retryAfter: "30" },
    message: overloaded,
    retries: 0,
    note: "Without Retry-After, the call is retried twice.",
  },
  {
    fault: "529, overloaded",
    cause: { ask: `${answer} [[status: 529]]` },
    ...failedBeforeOutput,
    response: { by: "status", code: "unavailable" },
    message: overloaded,
    retries: 2,
  },
  {
    fault: "503, then a lost connection, then an answer",
    cause: { first: [{ status: 503 }, { cutAfter: 0 }], ask: answer },
    ...completeAnswer,
    retries: 2,
    note: "The failed attempts cost nothing.",
  },
  // Timeouts
  {
    fault: "no headers for 120 s",
    cause: { ask: `${answer} [[first: 60000]]`, timeLimits: "short" },
    ...failedBeforeOutput,
    response: { by: "status", code: "providerTimeout" },
    message: timedOut,
    retries: 0,
  },
  {
    fault: "headers, but no first token for 120 s",
    cause: { ask: `${answer} [[hang: 0]]`, timeLimits: "short" },
    ...failedBeforeOutput,
    response: { by: "status", code: "providerTimeout" },
    message: timedOut,
    retries: 0,
  },
  {
    fault: "no event for 120 s in the middle of an answer",
    cause: { ask: `${answer} [[hang: 2]]`, timeLimits: "short" },
    ...partialAnswer,
    response: { by: "end", end: "failed", code: "providerTimeout" },
    message: timedOut,
  },
  // Lost connections
  {
    fault: "connection lost before the first token",
    cause: { ask: `${answer} [[cut: 0]]` },
    ...failedBeforeOutput,
    message: connectionLost,
    retries: 2,
  },
  {
    fault: "connection lost in the middle of an answer",
    cause: { ask: `${answer} [[cut: 2]]` },
    ...partialAnswer,
    response: failedEnd,
    message: connectionLost,
  },
  {
    fault: "stream ends in the middle of an answer, without a finish reason",
    cause: { ask: `${answer} [[end: 2]]` },
    ...partialAnswer,
    response: failedEnd,
    message: connectionLost,
  },
  {
    fault: "error event in the middle of an answer",
    cause: { ask: `${answer} [[error: 2]]` },
    ...partialAnswer,
    response: failedEnd,
    message: serverFailed,
  },
  // Unreadable responses
  {
    fault: "unreadable events",
    cause: { ask: `${answer} [[rubbish: 6]]` },
    ...completeAnswer,
    retries: 0,
    note: "The events are skipped. The log has their count.",
  },
  {
    fault: "text/html instead of a stream",
    cause: { ask: `${answer} [[html]]` },
    ...failedBeforeOutput,
    message: unreadableResponse,
    retries: 0,
  },
  {
    fault: "complete answer as JSON instead of a stream",
    cause: { ask: `${answer} [[json]]` },
    ...completeAnswer,
    retries: 0,
  },
  {
    fault: "JSON without an answer",
    cause: { ask: `${answer} [[reply: application/json; {"ok":true}]]` },
    ...failedBeforeOutput,
    message: unreadableResponse,
    retries: 0,
  },
  {
    fault: "event larger than 1 MiB",
    cause: { ask: `${answer} [[huge]]` },
    response: failedEnd,
    message: unreadableResponse,
    answerText: "one",
    usage: "estimated",
    retries: 0,
  },
  // Answers without text
  {
    fault: "empty answer",
    cause: { ask: "[[empty]]" },
    ...failedBeforeOutput,
    message: "The model gave no answer.",
    usage: "counted",
    retries: 0,
  },
  {
    fault: "reasoning without an answer",
    cause: { ask: "[[empty]] [[think: Let me think.]]" },
    response: failedEnd,
    message: "The model gave no answer.",
    answerText: "",
    usage: "counted",
    retries: 0,
    note: "The reasoning stays, collapsed.",
  },
  {
    fault: "length limit reached before the first token",
    cause: { ask: "[[empty]] [[finish: length]]" },
    ...failedBeforeOutput,
    message: "The model reached its length limit before it wrote anything. Please allow a longer response.",
    usage: "counted",
    retries: 0,
  },
  {
    fault: "content filter before the first token",
    cause: { ask: "[[empty]] [[finish: content_filter]]" },
    ...failedBeforeOutput,
    message: answerWithheld,
    usage: "counted",
    retries: 0,
  },
  {
    fault: "content filter after some text",
    cause: { ask: "[[answer:one two]] [[finish: content_filter]]" },
    response: { by: "end", end: "done", finishReason: "contentFilter" },
    message: null,
    answerText: "one two",
    usage: "counted",
    retries: 0,
    note: "Shown below the answer: 'The model provider ended this answer because of its content policy.'",
  },
];
