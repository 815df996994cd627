import type { NamedFault } from "./modelFault.ts";

const faults = "packages/e2e/specs/faults";
const at = (file: string, title: string) => ({ file, title });
const unavailable = "The chat service is currently unavailable. Please try again in a minute.";
const offline = "You are offline. What you type is kept; sending works again when the network is back.";
const reconnecting = "Reconnecting to the answer …";
const interrupted = "The answer was interrupted. The text above was kept.";
const databaseGone = "The database of this workspace cannot be reached. Please try again in a minute.";

/** Faults of our own server and of what stands behind it. */
export const serverFaults: readonly NamedFault[] = [
  {
    fault: "nothing from the model's server for 10 s, and then a failure",
    told: "200, then the end event `failed`",
    reads: "the sentence of the failure",
    stays: "the question",
    retried: "no",
    tests: [
      at(
        "packages/server/src/http/chat/streamRun.test.ts",
        "after 10 s without an event, the headers and a heartbeat are sent",
      ),
    ],
  },
  {
    fault: "an answer that goes on for an hour",
    told: "end `failed`, `providerTimeout`",
    reads: "The answer took longer than an hour, so it was stopped. Please ask for less at once.",
    stays: "what it has said, and its cost",
    retried: "no",
    tests: [
      at(
        "packages/server/src/modules/chat/steps/startCallTimeout.test.ts",
        "is limited to an hour: the answer then ends as failed",
      ),
    ],
  },
  {
    fault: "an answer without end",
    told: "end `failed`, `tooLarge`",
    reads: "The answer became too long.",
    stays: "its first 4,000,000 characters",
    retried: "no",
    tests: [at("packages/server/src/modules/chat/steps/callModel.test.ts", "an endless answer is cut off")],
  },
  {
    fault: "the database is gone before an answer",
    told: "503 `unavailable`",
    reads: databaseGone,
    stays: "the question, in the browser until the server has it",
    retried: "no",
    tests: [at(`${faults}/database.spec.ts`, "a question that is asked while the database is gone is kept")],
  },
  {
    fault: "the database goes in the middle of an answer and comes back",
    told: "end `done`",
    reads: "the answer",
    stays: "everything",
    retried: "the save is, each second",
    tests: [at(`${faults}/database.spec.ts`, "a database that goes in the middle of an answer and comes back")],
  },
  {
    fault: "the database is gone at the end of an answer",
    told: "end `failed`, `internal`",
    reads: "The answer could not be saved. Please copy what you need.",
    stays: "the answer on the screen; in the database the question and what was saved last",
    retried: "the save is, twice",
    tests: [
      at(`${faults}/database.spec.ts`, "a database that is gone at the end of an answer leaves it on the screen"),
      at("packages/server/src/modules/chat/runChat.test.ts", "an answer that cannot be stored ends as failed"),
    ],
  },
  {
    fault: "the server is killed in the middle of an answer",
    told: "the connection breaks; after the start 404 for the run",
    reads: interrupted,
    stays:
      "the question; of the answer what was saved last (each second in the cloud; in the browser what it showed); the cost as far as it is known",
    retried: "no; 'Try again' stands beneath",
    tests: [
      at(`${faults}/network.spec.ts`, "leaves what had come, marked, and the question can be asked again"),
      at("packages/e2e/specs/start/crash.spec.ts", "has the person's message, and the answer as it was last saved"),
      at("packages/e2e/specs/start/crash.spec.ts", "has settled what the lost call is known to have cost"),
    ],
  },
  {
    fault: "the server is asked while it ends",
    told: "503 `unavailable`, `Retry-After: 10`",
    reads: "The server is about to restart. Please try again in a minute.",
    stays: "the question, in the browser",
    retried: "no",
    tests: [at("packages/server/src/modules/chat/runChat.test.ts", "accepts no new answers meanwhile")],
  },
];

/** Faults of the browser and of the way to it. */
export const browserFaults: readonly NamedFault[] = [
  {
    fault: "offline before a message is sent",
    told: "no reply",
    reads: `${offline} And: ${unavailable}`,
    stays: "the text, in the field; what is open can be read",
    retried: "no",
    tests: [
      at(
        "packages/e2e/specs/shell/trouble.spec.ts",
        "a bar says that there is no network for as long as there is none",
      ),
      at("packages/e2e/specs/chat/failures.spec.ts", "where the call itself fails, the alert says so"),
    ],
  },
  {
    fault: "the reply does not arrive, although the message did",
    told: "the run is found by its id",
    reads: "the answer",
    stays: "everything; asked once",
    retried: "the reading is",
    tests: [at(`${faults}/network.spec.ts`, "a message that got through although its reply did not")],
  },
  {
    fault: "offline in the middle of an answer, for however long",
    told: "`GET /chat/{requestId}` when the network is back",
    reads: `${offline} And: ${reconnecting}`,
    stays: "everything",
    retried: "the reading is",
    tests: [
      at(`${faults}/network.spec.ts`, "a network that goes in the middle of an answer and comes back much later"),
      at(
        "packages/web/src/entities/chat/runs/reconnect.test.ts",
        "without a network nothing is tried and nothing given up",
      ),
    ],
  },
  {
    fault: "the computer sleeps: no bytes for longer than 45 s",
    told: "`GET /chat/{requestId}` on a new connection",
    reads: reconnecting,
    stays: "everything; where the run is gone, what had come, as interrupted",
    retried: "the reading is",
    tests: [
      at(`${faults}/network.spec.ts`, "a computer that slept while an answer came"),
      at("packages/web/src/entities/chat/runs/reconnect.test.ts", "a computer that slept for hours still tries"),
    ],
  },
  {
    fault: "a proxy cuts the stream",
    told: "`GET /chat/{requestId}` with `Last-Event-ID`",
    reads: reconnecting,
    stays: "everything",
    retried: "the reading is",
    tests: [
      at("packages/e2e/specs/chat/resume.spec.ts", "goes on when its connection is cut in its middle"),
      at(
        "packages/web/src/entities/chat/runs/chatStream.test.ts",
        "that breaks or closes before its end is cut after the last whole event",
      ),
    ],
  },
  {
    fault: "a page or JSON in the place of the stream, as some proxies give",
    told: "as a failure",
    reads: "Error communicating with the server. Please try again in a minute.",
    stays: "the question",
    retried: "no",
    tests: [
      at("packages/web/src/entities/chat/runs/chatStream.test.ts", "a page in the place of a stream is an error too"),
    ],
  },
  {
    fault: "a second tab on the same conversation",
    told: "both follow one run",
    reads: "the answer, in both",
    stays: "everything; written by one tab at a time",
    retried: "no",
    tests: [at(`${faults}/tabs.spec.ts`, "that is open in two tabs is written by one at a time")],
  },
  {
    fault: "the tab is closed in the middle of an answer",
    told: "`GET /chat/{requestId}` from the next tab",
    reads: "the answer",
    stays: "everything",
    retried: "the reading is",
    tests: [
      at(`${faults}/tabs.spec.ts`, "whose tab is closed in the middle of an answer"),
      at("packages/e2e/specs/chat/resume.spec.ts", "is whole when it ended while the page was away"),
    ],
  },
  {
    fault: "IndexedDB is full before a message is sent",
    told: "nothing is sent",
    reads:
      "You have exceeded your available storage space for conversations. Please delete some converations before continuing. You can export your current conversations before deleting them.",
    stays: "the text, in the field; the conversation as it was",
    retried: "no",
    tests: [at("packages/e2e/specs/conversations/storage.spec.ts", "where the browser has no room left")],
  },
  {
    fault: "IndexedDB fills up in the middle of an answer",
    told: "end `done`",
    reads: "The answer could not be saved. Copy it before you leave this page.",
    stays: "the answer on the screen, and at the server for five minutes",
    retried: "the save is, with the next reload",
    tests: [at(`${faults}/storage.spec.ts`, "where the browser's disk fills up in the middle of an answer")],
  },
  {
    fault: "localStorage is full",
    told: "nothing",
    reads: "nothing",
    stays: "everything but drafts of a page that is left",
    retried: "no",
    tests: [at(`${faults}/storage.spec.ts`, "where localStorage is full everything works on")],
  },
  {
    fault: "a newer version in another tab takes IndexedDB over",
    told: "nothing is sent",
    reads: "A newer version of this page is open in another tab. Reload this one to go on.",
    stays: "the text, in the field; what is open can be read",
    retried: "no",
    tests: [
      at(`${faults}/storage.spec.ts`, "a tab with a newer version takes the browser's storage over"),
      at(
        "packages/web/src/entities/conversations/store/localConversations.test.ts",
        "is let go, and says why from then on",
      ),
    ],
  },
  {
    fault: "the browser's clock is days off",
    told: "as with a right one: a token's life is counted from when it came",
    reads: "the answer",
    stays: "everything",
    retried: "no",
    tests: [at(`${faults}/clock.spec.ts`, "conversation works as with a right one")],
  },
  {
    fault: "a token seems to have ended, or has although it seems good",
    told: "401, then the same message with a new token",
    reads: "the answer",
    stays: "everything; asked once",
    retried: "once, with a new token",
    tests: [
      at(`${faults}/clock.spec.ts`, "a token that has ended although the browser's clock says otherwise"),
      at(`${faults}/clock.spec.ts`, "a clock that jumps a day ahead"),
    ],
  },
  {
    fault: "signed out elsewhere, before a message is sent",
    told: "401",
    reads: "You were signed out before this message was answered.",
    stays: "the question, with 'Try again' after the next sign-in",
    retried: "no",
    tests: [
      at("packages/e2e/specs/identity/sessionEnd.spec.ts", "a session that was ended elsewhere leads the next message"),
      at(`${faults}/refusals.spec.ts`, "a message that was refused for want of a sign-in"),
    ],
  },
  {
    fault: "signed out elsewhere, or the session ends, while an answer comes",
    told: "401; the run goes on",
    reads: "the sign-in page with its reason",
    stays: "the question and the answer, after the next sign-in",
    retried: "the reading is",
    tests: [
      at("packages/e2e/specs/identity/sessionEnd.spec.ts", "a session that ends while an answer is being written"),
    ],
  },
  {
    fault: "the conversation goes on past a question that failed",
    told: "nothing",
    reads: "how it failed, in its place",
    stays: "the question, its reason and 'Try again', which asks it again at the end",
    retried: "on request",
    tests: [at(`${faults}/refusals.spec.ts`, "a question that failed keeps its reason and Try again")],
  },
];
