import type { ModelFault } from "./modelFault.ts";

const answer = "[[answer:one two three four]]";
const unreachable = "The model's server could not be reached.";
const insecure =
  "The model's server could not be reached over a secure connection. Please ask your administrator to check its certificate.";
const keyRefused = "The model's server did not accept our key. Please ask your administrator to check it.";
const modelUnknown =
  "The model's server does not know this model. Please choose another, or ask your administrator to check it.";
const busyUntil = "The model is busy: its server asks us to wait.";
const busy = `${busyUntil} Please try again in a moment.`;
const quotaUsedUp =
  "Your institution's credit with this model's provider is used up. Please choose another model, or tell your administrator.";
const serverFailed = "The model's server failed.";
const overloaded = "The model's server is overloaded. Please try again in a minute.";
const tooSlow = "The model's server took too long to answer.";
const brokeOff = "The connection to the model's server was lost.";
const unreadable = "The model's server sent a response that could not be read.";
const refusedRequest = "The model's server refused the request.";
const tooLong = "The conversation is too long for this model. Please shorten it or start a new one.";
const filtered = "The model's server rejected this message because of its content rules.";
const heldBack = "The model's server withheld the answer because of its content rules.";

const providerFailed = { by: "status", code: "providerFailed" } as const;
const nothingCame = { told: providerFailed, text: "", usage: "nothing" } as const;
const twoWordsStay = { text: "one two", usage: "estimated", retries: 0 } as const;
const endsFailed = { by: "end", end: "failed", code: "providerFailed" } as const;
const ends = { by: "end", end: "done", finishReason: "stop" } as const;
const whole = { told: ends, reads: null, text: "one two three four", usage: "counted" } as const;

/** Every fault of a model's server and of the way to it. The tests and docs/faults.md are made from this list. */
export const modelFaults: readonly ModelFault[] = [
  // The way there
  { fault: "connection refused", cause: { at: "a closed port" }, ...nothingCame, reads: unreachable, retries: 2 },
  {
    fault: "its name is not found (DNS)",
    cause: { at: "a host that does not exist" },
    ...nothingCame,
    reads: unreachable,
    retries: 2,
  },
  {
    fault: "TLS: its certificate is not trusted",
    cause: { at: "an untrusted certificate" },
    ...nothingCame,
    reads: insecure,
    retries: 0,
  },
  {
    fault: "TLS: the handshake fails",
    cause: { at: "a server that speaks no TLS" },
    ...nothingCame,
    reads: insecure,
    retries: 0,
  },
  {
    fault: "redirect (302)",
    cause: { ask: `${answer} [[status: 302; location: /v1/elsewhere]]` },
    ...nothingCame,
    reads: unreadable,
    retries: 0,
    note: "Not followed: the key goes to no other address.",
  },
  // Refusals
  { fault: "401", cause: { ask: `${answer} [[status: 401]]` }, ...nothingCame, reads: keyRefused, retries: 0 },
  { fault: "403", cause: { ask: `${answer} [[status: 403]]` }, ...nothingCame, reads: keyRefused, retries: 0 },
  {
    fault: "404, it does not know the model",
    cause: { ask: `${answer} [[status: 404; code: model_not_found]]` },
    ...nothingCame,
    reads: modelUnknown,
    retries: 0,
  },
  { fault: "400", cause: { ask: `${answer} [[status: 400]]` }, ...nothingCame, reads: refusedRequest, retries: 0 },
  {
    fault: "400, the context is too long",
    cause: { ask: `${answer} [[status: 400; code: context_length_exceeded]]` },
    ...nothingCame,
    told: { by: "status", code: "tooLarge" },
    reads: tooLong,
    retries: 0,
  },
  {
    fault: "400, content filter",
    cause: { ask: `${answer} [[status: 400; code: content_filter]]` },
    ...nothingCame,
    told: { by: "status", code: "invalidInput" },
    reads: filtered,
    retries: 0,
  },
  {
    fault: "429, the provider's quota is used up",
    cause: { ask: `${answer} [[status: 429; code: insufficient_quota]]` },
    ...nothingCame,
    reads: quotaUsedUp,
    retries: 0,
  },
  {
    fault: "429 without Retry-After",
    cause: { ask: `${answer} [[status: 429]]` },
    ...nothingCame,
    told: { by: "status", code: "rateLimited" },
    reads: busy,
    retries: 2,
  },
  {
    fault: "429 with Retry-After: 60",
    cause: { ask: `${answer} [[status: 429; retry-after: 60]]` },
    ...nothingCame,
    told: { by: "status", code: "rateLimited", retryAfter: "60" },
    reads: busyUntil,
    retries: 0,
    note: "The page counts down to when to try again.",
  },
  {
    fault: "429 with Retry-After: 1, then it answers",
    cause: { first: [{ status: 429, headers: { "retry-after": "1" } }], ask: answer },
    ...whole,
    retries: 1,
  },
  // Its own failures
  { fault: "500", cause: { ask: `${answer} [[status: 500]]` }, ...nothingCame, reads: serverFailed, retries: 2 },
  { fault: "502", cause: { ask: `${answer} [[status: 502]]` }, ...nothingCame, reads: serverFailed, retries: 2 },
  {
    fault: "503, overloaded",
    cause: { ask: `${answer} [[status: 503; retry-after: 30]]` },
    ...nothingCame,
    told: { by: "status", code: "unavailable", retryAfter: "30" },
    reads: overloaded,
    retries: 0,
    note: "Asked again twice where it does not say when.",
  },
  {
    fault: "529, overloaded",
    cause: { ask: `${answer} [[status: 529]]` },
    ...nothingCame,
    told: { by: "status", code: "unavailable" },
    reads: overloaded,
    retries: 2,
  },
  {
    fault: "503 and then a connection that is cut, then it answers",
    cause: { first: [{ status: 503 }, { cutAfter: 0 }], ask: answer },
    ...whole,
    retries: 2,
    note: "The attempts that failed cost nothing.",
  },
  // Silence
  {
    fault: "slow: its headers do not come for 120 s",
    cause: { ask: `${answer} [[first: 60000]]`, timeLimits: "short" },
    ...nothingCame,
    told: { by: "status", code: "providerTimeout" },
    reads: tooSlow,
    retries: 0,
  },
  {
    fault: "slow: headers, and no first word for 120 s",
    cause: { ask: `${answer} [[hang: 0]]`, timeLimits: "short" },
    ...nothingCame,
    told: { by: "status", code: "providerTimeout" },
    reads: tooSlow,
    retries: 0,
  },
  {
    fault: "it stalls for 120 s in the middle",
    cause: { ask: `${answer} [[hang: 2]]`, timeLimits: "short" },
    ...twoWordsStay,
    told: { by: "end", end: "failed", code: "providerTimeout" },
    reads: tooSlow,
  },
  // Breaks
  {
    fault: "the connection is cut before the first word",
    cause: { ask: `${answer} [[cut: 0]]` },
    ...nothingCame,
    reads: brokeOff,
    retries: 2,
  },
  {
    fault: "the connection is cut in the middle",
    cause: { ask: `${answer} [[cut: 2]]` },
    ...twoWordsStay,
    told: endsFailed,
    reads: brokeOff,
  },
  {
    fault: "the stream ends in the middle, without a reason",
    cause: { ask: `${answer} [[end: 2]]` },
    ...twoWordsStay,
    told: endsFailed,
    reads: brokeOff,
  },
  {
    fault: "an error event in the middle",
    cause: { ask: `${answer} [[error: 2]]` },
    ...twoWordsStay,
    told: endsFailed,
    reads: serverFailed,
  },
  // What cannot be read
  {
    fault: "rubbish events",
    cause: { ask: `${answer} [[rubbish: 6]]` },
    ...whole,
    retries: 0,
    note: "Passed over, and logged as a count.",
  },
  {
    fault: "text/html in the place of a stream",
    cause: { ask: `${answer} [[html]]` },
    ...nothingCame,
    reads: unreadable,
    retries: 0,
  },
  {
    fault: "a whole answer as JSON in the place of a stream",
    cause: { ask: `${answer} [[json]]` },
    ...whole,
    retries: 0,
  },
  {
    fault: "JSON that is no answer",
    cause: { ask: `${answer} [[reply: application/json; {"ok":true}]]` },
    ...nothingCame,
    reads: unreadable,
    retries: 0,
  },
  {
    fault: "an event of more than 1 MiB",
    cause: { ask: `${answer} [[huge]]` },
    told: endsFailed,
    reads: unreadable,
    text: "one",
    usage: "estimated",
    retries: 0,
  },
  // Answers that are none
  {
    fault: "an empty answer",
    cause: { ask: "[[empty]]" },
    ...nothingCame,
    reads: "The model gave no answer.",
    usage: "counted",
    retries: 0,
  },
  {
    fault: "an answer that is only thoughts",
    cause: { ask: "[[empty]] [[think: Let me think.]]" },
    told: endsFailed,
    reads: "The model gave no answer.",
    text: "",
    usage: "counted",
    retries: 0,
    note: "The thoughts stay, folded.",
  },
  {
    fault: "its length is used up before the first word",
    cause: { ask: "[[empty]] [[finish: length]]" },
    ...nothingCame,
    reads: "The model reached its length limit before it wrote anything. Please allow a longer response.",
    usage: "counted",
    retries: 0,
  },
  {
    fault: "content filter, before any text",
    cause: { ask: "[[empty]] [[finish: content_filter]]" },
    ...nothingCame,
    reads: heldBack,
    usage: "counted",
    retries: 0,
  },
  {
    fault: "content filter, after text",
    cause: { ask: "[[answer:one two]] [[finish: content_filter]]" },
    told: { by: "end", end: "done", finishReason: "contentFilter" },
    reads: null,
    text: "one two",
    usage: "counted",
    retries: 0,
    note: "Under the answer: 'The model's server ended this answer because of its content rules.'",
  },
];
