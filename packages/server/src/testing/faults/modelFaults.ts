import type { ModelFault } from "./modelFault.ts";

const answerDirective = "[[answer:one two three four]]";
const unreachableMessage = "The model’s server couldn’t be reached.";
const insecureConnectionMessage =
  "The model’s server couldn’t be reached over a secure connection. Please ask your administrator to check its certificate.";
const keyRejectedMessage = "The model’s server rejected the key. Please ask your administrator to check it.";
const unknownModelMessage =
  "The model’s server doesn’t know this model. Please choose another, or ask your administrator to check it.";
const busyWithDelayMessage = "The model is busy.";
const busyMessage = `${busyWithDelayMessage} Please try again in a moment.`;
const quotaUsedUpMessage =
  "Your institution’s credit with this model’s provider is used up. Please choose another model, or tell your administrator.";
const serverFailedMessage = "The model’s server reported an error.";
const timeoutMessage = "The model’s server took too long to answer.";
const connectionLostMessage = "The connection to the model’s server was lost.";
const unreadableResponseMessage = "The model’s server sent a response that couldn’t be read.";
const requestRejectedMessage =
  "The model’s server rejected the request. Please choose another model, or tell your administrator.";
const conversationTooLongMessage = "The chat is too long for this model. Please shorten it, or start a new one.";
const messageFilteredMessage = "The model’s server rejected this message because of its content policy.";
const answerWithheldMessage = "The model’s server withheld the answer because of its content policy.";

const providerFailedStatus = { by: "status", code: "providerFailed" } as const;
const failureBeforeOutput = { response: providerFailedStatus, answerText: "", usage: "nothing" } as const;
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
    ...failureBeforeOutput,
    message: unreachableMessage,
    retries: 2,
  },
  {
    fault: "host name not found (DNS)",
    cause: { at: "a host that does not exist" },
    ...failureBeforeOutput,
    message: unreachableMessage,
    retries: 2,
  },
  {
    fault: "TLS: untrusted certificate",
    cause: { at: "an untrusted certificate" },
    ...failureBeforeOutput,
    message: insecureConnectionMessage,
    retries: 0,
  },
  {
    fault: "TLS: failed handshake",
    cause: { at: "a server that speaks no TLS" },
    ...failureBeforeOutput,
    message: insecureConnectionMessage,
    retries: 0,
  },
  {
    fault: "redirect (302)",
    cause: { ask: `${answerDirective} [[status: 302; location: /v1/elsewhere]]` },
    ...failureBeforeOutput,
    message: unreadableResponseMessage,
    retries: 0,
    note: "The redirect is not followed, so the key is not sent to another address.",
  },
  // Rejected requests
  {
    fault: "401",
    cause: { ask: `${answerDirective} [[status: 401]]` },
    ...failureBeforeOutput,
    message: keyRejectedMessage,
    retries: 0,
  },
  {
    fault: "403",
    cause: { ask: `${answerDirective} [[status: 403]]` },
    ...failureBeforeOutput,
    message: keyRejectedMessage,
    retries: 0,
  },
  {
    fault: "404, unknown model",
    cause: { ask: `${answerDirective} [[status: 404; code: model_not_found]]` },
    ...failureBeforeOutput,
    message: unknownModelMessage,
    retries: 0,
  },
  {
    fault: "400",
    cause: { ask: `${answerDirective} [[status: 400]]` },
    ...failureBeforeOutput,
    message: requestRejectedMessage,
    retries: 0,
  },
  {
    fault: "400, context too long",
    cause: { ask: `${answerDirective} [[status: 400; code: context_length_exceeded]]` },
    ...failureBeforeOutput,
    response: { by: "status", code: "tooLarge" },
    message: conversationTooLongMessage,
    retries: 0,
  },
  {
    fault: "400, content filter",
    cause: { ask: `${answerDirective} [[status: 400; code: content_filter]]` },
    ...failureBeforeOutput,
    response: { by: "status", code: "invalidInput" },
    message: messageFilteredMessage,
    retries: 0,
  },
  {
    fault: "429, quota used up",
    cause: { ask: `${answerDirective} [[status: 429; code: insufficient_quota]]` },
    ...failureBeforeOutput,
    message: quotaUsedUpMessage,
    retries: 0,
  },
  {
    fault: "429 without Retry-After",
    cause: { ask: `${answerDirective} [[status: 429]]` },
    ...failureBeforeOutput,
    response: { by: "status", code: "rateLimited" },
    message: busyMessage,
    retries: 2,
  },
  {
    fault: "429 with Retry-After: 60",
    cause: { ask: `${answerDirective} [[status: 429; retry-after: 60]]` },
    ...failureBeforeOutput,
    response: { by: "status", code: "rateLimited", retryAfter: "60" },
    message: busyWithDelayMessage,
    retries: 0,
    note: "The page shows a countdown.",
  },
  {
    fault: "429 with Retry-After: 1, then an answer",
    cause: { first: [{ status: 429, headers: { "retry-after": "1" } }], ask: answerDirective },
    ...completeAnswer,
    retries: 1,
  },
  // Server errors
  {
    fault: "500",
    cause: { ask: `${answerDirective} [[status: 500]]` },
    ...failureBeforeOutput,
    message: serverFailedMessage,
    retries: 2,
  },
  {
    fault: "502",
    cause: { ask: `${answerDirective} [[status: 502]]` },
    ...failureBeforeOutput,
    message: serverFailedMessage,
    retries: 2,
  },
  {
    fault: "503, overloaded",
    cause: { ask: `${answerDirective} [[status: 503; retry-after: 30]]` },
    ...failureBeforeOutput,
    response: { by: "status", code: "unavailable", retryAfter: "30" },
    message: "The model’s server is overloaded.",
    retries: 0,
    note: "Without Retry-After, the call is retried twice.",
  },
  {
    fault: "529, overloaded",
    cause: { ask: `${answerDirective} [[status: 529]]` },
    ...failureBeforeOutput,
    response: { by: "status", code: "unavailable" },
    message: "The model’s server is overloaded. Please try again in a minute.",
    retries: 2,
  },
  {
    fault: "503, then a lost connection, then an answer",
    cause: { first: [{ status: 503 }, { cutAfter: 0 }], ask: answerDirective },
    ...completeAnswer,
    retries: 2,
    note: "The failed attempts cost nothing.",
  },
  // Timeouts
  {
    fault: "no headers for 120 s",
    cause: { ask: `${answerDirective} [[first: 60000]]`, timeLimits: "short" },
    ...failureBeforeOutput,
    response: { by: "status", code: "providerTimeout" },
    message: timeoutMessage,
    retries: 0,
  },
  {
    fault: "headers, but no first token for 120 s",
    cause: { ask: `${answerDirective} [[hang: 0]]`, timeLimits: "short" },
    ...failureBeforeOutput,
    response: { by: "status", code: "providerTimeout" },
    message: timeoutMessage,
    retries: 0,
  },
  {
    fault: "no event for 120 s in the middle of an answer",
    cause: { ask: `${answerDirective} [[hang: 2]]`, timeLimits: "short" },
    ...partialAnswer,
    response: { by: "end", end: "failed", code: "providerTimeout" },
    message: timeoutMessage,
  },
  // Lost connections
  {
    fault: "connection lost before the first token",
    cause: { ask: `${answerDirective} [[cut: 0]]` },
    ...failureBeforeOutput,
    message: connectionLostMessage,
    retries: 2,
  },
  {
    fault: "connection lost in the middle of an answer",
    cause: { ask: `${answerDirective} [[cut: 2]]` },
    ...partialAnswer,
    response: failedEnd,
    message: connectionLostMessage,
  },
  {
    fault: "stream ends in the middle of an answer, without a finish reason",
    cause: { ask: `${answerDirective} [[end: 2]]` },
    ...partialAnswer,
    response: failedEnd,
    message: connectionLostMessage,
  },
  {
    fault: "error event in the middle of an answer",
    cause: { ask: `${answerDirective} [[error: 2]]` },
    ...partialAnswer,
    response: failedEnd,
    message: serverFailedMessage,
  },
  // Unreadable responses
  {
    fault: "unreadable events",
    cause: { ask: `${answerDirective} [[rubbish: 6]]` },
    ...completeAnswer,
    retries: 0,
    note: "The events are skipped. The log has their count.",
  },
  {
    fault: "text/html instead of a stream",
    cause: { ask: `${answerDirective} [[html]]` },
    ...failureBeforeOutput,
    message: unreadableResponseMessage,
    retries: 0,
  },
  {
    fault: "complete answer as JSON instead of a stream",
    cause: { ask: `${answerDirective} [[json]]` },
    ...completeAnswer,
    retries: 0,
  },
  {
    fault: "JSON without an answer",
    cause: { ask: `${answerDirective} [[reply: application/json; {"ok":true}]]` },
    ...failureBeforeOutput,
    message: unreadableResponseMessage,
    retries: 0,
  },
  {
    fault: "event larger than 4 MiB",
    cause: { ask: `${answerDirective} [[huge]]` },
    response: failedEnd,
    message: unreadableResponseMessage,
    answerText: "one",
    usage: "estimated",
    retries: 0,
  },
  // Answers without text
  {
    fault: "empty answer",
    cause: { ask: "[[empty]]" },
    ...failureBeforeOutput,
    message: "The model gave no answer. Please try again, or choose another model.",
    usage: "counted",
    retries: 0,
  },
  {
    fault: "reasoning without an answer",
    cause: { ask: "[[empty]] [[think: Let me think.]]" },
    response: failedEnd,
    message: "The model gave no answer. Please try again, or choose another model.",
    answerText: "",
    usage: "counted",
    retries: 0,
    note: "The reasoning stays, collapsed.",
  },
  {
    fault: "length limit reached before the first token",
    cause: { ask: "[[empty]] [[finish: length]]" },
    ...failureBeforeOutput,
    message: "The model reached its length limit before it wrote anything. Please allow a longer response.",
    usage: "counted",
    retries: 0,
  },
  {
    fault: "content filter before the first token",
    cause: { ask: "[[empty]] [[finish: content_filter]]" },
    ...failureBeforeOutput,
    message: answerWithheldMessage,
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
