import type { NamedFault } from "./modelFault.ts";

const faults = "packages/e2e/specs/faults";
const at = (file: string, title: string) => ({ file, title });
const unavailable = "The chat service is currently unavailable. Please try again in a minute.";
const offline = "You are offline. What you type is kept; sending works again when the network is back.";
const reconnecting = "Reconnecting to the answer …";
const interrupted = "The answer was interrupted. The text above was saved.";
const databaseGone = "The database of this workspace cannot be reached. Please try again in a minute.";

/** Faults of the Lectern server and its database. */
export const serverFaults: readonly NamedFault[] = [
  {
    fault: "no event from the model server for 10 s, then a failure",
    told: "200, then the end event `failed`",
    reads: "the error message",
    stays: "the question",
    retried: "none",
    tests: [
      at(
        "packages/server/src/http/chat/streamRun.test.ts",
        "after 10 s without an event, the headers and a heartbeat are sent",
      ),
    ],
  },
  {
    fault: "answer that takes longer than an hour",
    told: "end `failed`, `providerTimeout`",
    reads: "The answer took longer than an hour, so it was stopped. Please ask for less at once.",
    stays: "the text so far, and its cost",
    retried: "none",
    tests: [
      at(
        "packages/server/src/modules/chat/steps/startCallTimeout.test.ts",
        "is limited to an hour: the answer then ends as failed",
      ),
    ],
  },
  {
    fault: "endless answer",
    told: "end `failed`, `tooLarge`",
    reads: "The answer became too long.",
    stays: "its first 4,000,000 characters",
    retried: "none",
    tests: [at("packages/server/src/modules/chat/steps/callModel.test.ts", "an endless answer is cut off")],
  },
  {
    fault: "database unavailable before an answer",
    told: "503 `unavailable`",
    reads: databaseGone,
    stays: "the question, in the browser until the server has stored it",
    retried: "none",
    tests: [at(`${faults}/database.spec.ts`, "a question that is asked while the database is down is kept")],
  },
  {
    fault: "database unavailable for a while in the middle of an answer",
    told: "end `done`",
    reads: "the answer",
    stays: "everything",
    retried: "storing the answer is retried every second",
    tests: [at(`${faults}/database.spec.ts`, "a database that fails during an answer and returns loses none of it")],
  },
  {
    fault: "database unavailable at the end of an answer",
    told: "end `failed`, `internal`",
    reads: "The answer could not be saved. Please copy what you need.",
    stays: "the answer on the screen; in the database, the question and the text stored last",
    retried: "storing the answer is retried twice",
    tests: [
      at(`${faults}/database.spec.ts`, "a database that is down at the end of an answer leaves it on the screen"),
      at("packages/server/src/modules/chat/runChat.test.ts", "an answer that cannot be stored ends as failed"),
    ],
  },
  {
    fault: "server killed in the middle of an answer",
    told: "the connection is lost; after the restart, 404 for the run",
    reads: interrupted,
    stays:
      "the question; the text stored last (in the cloud, every second; in the browser, what it showed); the known cost",
    retried: "none; the page offers 'Try again'",
    tests: [
      at(`${faults}/network.spec.ts`, "leaves the partial answer marked as interrupted"),
      at("packages/e2e/specs/start/crash.spec.ts", "has the person's message, and the answer as it was last saved"),
      at("packages/e2e/specs/start/crash.spec.ts", "has settled what the lost call is known to have cost"),
    ],
  },
  {
    fault: "request during shutdown",
    told: "503 `unavailable`, `Retry-After: 10`",
    reads: "The server is about to restart. Please try again in a minute.",
    stays: "the question, in the browser",
    retried: "none",
    tests: [at("packages/server/src/modules/chat/runChat.test.ts", "accepts no new answers meanwhile")],
  },
];

/** Faults of the browser and its connection. */
export const browserFaults: readonly NamedFault[] = [
  {
    fault: "offline before a message is sent",
    told: "no response",
    reads: `${offline} And: ${unavailable}`,
    stays: "the text, in the message box; the open conversation can be read",
    retried: "none",
    tests: [
      at("packages/e2e/specs/shell/trouble.spec.ts", "a bar is shown while there is no network"),
      at("packages/e2e/specs/chat/failures.spec.ts", "where the call itself fails, the alert says so"),
    ],
  },
  {
    fault: "response lost after the message was received",
    told: "the browser finds the run by its id",
    reads: "the answer",
    stays: "everything; the model is called once",
    retried: "reading the answer is retried",
    tests: [at(`${faults}/network.spec.ts`, "a message that arrived although its response was lost")],
  },
  {
    fault: "offline in the middle of an answer, for any time",
    told: "`GET /chat/{requestId}` when the network returns",
    reads: `${offline} And: ${reconnecting}`,
    stays: "everything",
    retried: "reading the answer is retried",
    tests: [
      at(`${faults}/network.spec.ts`, "a network that fails during an answer and returns much later"),
      at("packages/web/src/entities/chat/runs/reconnect.test.ts", "without a network it neither retries nor gives up"),
    ],
  },
  {
    fault: "computer asleep: no data for more than 45 s",
    told: "`GET /chat/{requestId}` on a new connection",
    reads: reconnecting,
    stays: "everything; if the run no longer exists, the text so far, marked as interrupted",
    retried: "reading the answer is retried",
    tests: [
      at(`${faults}/network.spec.ts`, "a computer that slept during an answer"),
      at("packages/web/src/entities/chat/runs/reconnect.test.ts", "a computer that slept for hours still retries"),
    ],
  },
  {
    fault: "stream cut by a proxy",
    told: "`GET /chat/{requestId}` with `Last-Event-ID`",
    reads: reconnecting,
    stays: "everything",
    retried: "reading the answer is retried",
    tests: [
      at("packages/e2e/specs/chat/resume.spec.ts", "continues when its connection is cut halfway"),
      at(
        "packages/web/src/entities/chat/runs/chatStream.test.ts",
        "that breaks or closes before its end is broken after the last complete event",
      ),
    ],
  },
  {
    fault: "HTML page or JSON instead of the stream, as some proxies return",
    told: "treated as a failure",
    reads: "Error communicating with the server. Please try again in a minute.",
    stays: "the question",
    retried: "none",
    tests: [
      at("packages/web/src/entities/chat/runs/chatStream.test.ts", "a page instead of a stream is an error, too"),
    ],
  },
  {
    fault: "second tab with the same conversation",
    told: "both read one run",
    reads: "the answer, in both tabs",
    stays: "everything; one tab at a time writes",
    retried: "none",
    tests: [at(`${faults}/tabs.spec.ts`, "that is open in two tabs has one writer at a time")],
  },
  {
    fault: "tab closed in the middle of an answer",
    told: "`GET /chat/{requestId}` from the next tab",
    reads: "the answer",
    stays: "everything",
    retried: "reading the answer is retried",
    tests: [
      at(`${faults}/tabs.spec.ts`, "whose tab is closed during an answer"),
      at("packages/e2e/specs/chat/resume.spec.ts", "is complete when it ended while the page was closed"),
    ],
  },
  {
    fault: "IndexedDB full before a message is sent",
    told: "nothing is sent",
    reads:
      "You have exceeded your available storage space for conversations. Please delete some converations before continuing. You can export your current conversations before deleting them.",
    stays: "the text, in the message box; the conversation is unchanged",
    retried: "none",
    tests: [at("packages/e2e/specs/conversations/storage.spec.ts", "where the browser has no room left")],
  },
  {
    fault: "IndexedDB full in the middle of an answer",
    told: "end `done`",
    reads: "The answer could not be saved. Copy it before you leave this page.",
    stays: "the answer on the screen, and on the server for five minutes",
    retried: "storing the answer is retried at the next reload",
    tests: [at(`${faults}/storage.spec.ts`, "when the browser's disk fills up during an answer")],
  },
  {
    fault: "localStorage full",
    told: "nothing",
    reads: "nothing",
    stays: "everything except drafts when the page is closed",
    retried: "none",
    tests: [at(`${faults}/storage.spec.ts`, "with localStorage full everything else works")],
  },
  {
    fault: "IndexedDB taken over by a newer version in another tab",
    told: "nothing is sent",
    reads: "A newer version of this page is open in another tab. Reload this page to continue.",
    stays: "the text, in the message box; the open conversation can be read",
    retried: "none",
    tests: [
      at(`${faults}/storage.spec.ts`, "when a tab with a newer version takes over the browser's storage"),
      at(
        "packages/web/src/entities/conversations/store/localConversations.test.ts",
        "is closed, and later calls reject with the reason",
      ),
    ],
  },
  {
    fault: "browser's clock wrong by days",
    told: "no effect: the browser measures a token's lifetime from its arrival",
    reads: "the answer",
    stays: "everything",
    retried: "none",
    tests: [at(`${faults}/clock.spec.ts`, "conversation works as with a correct clock")],
  },
  {
    fault: "token that seems expired, or has expired although it seems valid",
    told: "401, then the same message with a new token",
    reads: "the answer",
    stays: "everything; the model is called once",
    retried: "once, with a new token",
    tests: [
      at(`${faults}/clock.spec.ts`, "a token that has expired although the browser's clock says otherwise"),
      at(`${faults}/clock.spec.ts`, "when the clock jumps a day ahead"),
    ],
  },
  {
    fault: "signed out elsewhere before a message is sent",
    told: "401",
    reads: "You were signed out before this message was answered.",
    stays: "the question, with 'Try again' after the next sign-in",
    retried: "none",
    tests: [
      at("packages/e2e/specs/identity/sessionEnd.spec.ts", "a session that was ended elsewhere leads the next message"),
      at(`${faults}/refusals.spec.ts`, "a message that was refused because nobody was signed in"),
    ],
  },
  {
    fault: "signed out elsewhere, or session expired, in the middle of an answer",
    told: "401; the run continues",
    reads: "the sign-in page with the reason",
    stays: "the question and the answer, after the next sign-in",
    retried: "reading the answer is retried",
    tests: [
      at("packages/e2e/specs/identity/sessionEnd.spec.ts", "a session that ends while an answer is being written"),
    ],
  },
  {
    fault: "conversation continued after a failed question",
    told: "nothing",
    reads: "the error, in its position",
    stays: "the question, the error and 'Try again', which asks it again at the end of the conversation",
    retried: "on request",
    tests: [at(`${faults}/refusals.spec.ts`, "keeps its reason and Try again when the next one is asked")],
  },
];
