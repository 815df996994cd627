import { diskFullMessage } from "../../core/toStorageAppError.ts";
import type { NamedFault } from "./modelFault.ts";

const faultSpecsFolder = "packages/e2e/specs/faults";
const storeFolder = "packages/web/src/entities/conversations/store";
const failureTest = "packages/web/src/features/chat/ending/AnswerFailure.component.test.tsx";
const at = (file: string, title: string) => ({ file, title });
const unavailableMessage = "The chat service is currently unavailable. Please try again in a minute.";
const offlineMessage = "You’re offline. What you write stays here until you can send it.";
const reconnectingMessage = "Reconnecting to the answer…";
const interruptedMessage = "The answer was interrupted. The text above was saved.";
const databaseUnreachableMessage = "The database of this workspace can’t be reached. Please try again in a minute.";

const fullDiskTest = "packages/server/src/http/health/fullDisk.test.ts";

/** Faults of the Lectern server and its database. */
export const serverFaults: readonly NamedFault[] = [
  {
    fault: "no event from the model server for 10 s, then a failure",
    response: "200, then the end event `failed`",
    message: "the error message",
    preserved: "the question",
    retries: "none",
    tests: [
      at(
        "packages/server/src/http/chat/streamRun.test.ts",
        "after 10 s without an event, the headers and a heartbeat are sent",
      ),
    ],
  },
  {
    fault: "answer that takes longer than an hour",
    response: "end `failed`, `providerTimeout`",
    message: "The answer took longer than an hour, so it was stopped. Please ask for a shorter answer.",
    preserved: "the text so far, and its cost",
    retries: "none",
    tests: [
      at(
        "packages/server/src/modules/chat/steps/startCallTimeout.test.ts",
        "is limited to an hour: the answer then ends as failed",
      ),
    ],
  },
  {
    fault: "endless answer",
    response: "end `failed`, `tooLarge`",
    message: "The answer was stopped because it became too long.",
    preserved: "its first 4,000,000 characters",
    retries: "none",
    tests: [at("packages/server/src/modules/chat/steps/callModel.test.ts", "an endless answer is cut off")],
  },
  {
    fault: "database unavailable before an answer",
    response: "503 `unavailable`",
    message: databaseUnreachableMessage,
    preserved: "the question, in the browser until the server has stored it",
    retries: "none",
    tests: [
      at(
        `${faultSpecsFolder}/database.extended.spec.ts`,
        "a database that fails loses no question and no answer, and the page says what is not stored",
      ),
    ],
  },
  {
    fault: "full disk, of the files or of the database",
    response: "503 `unavailable`; `/readyz` fails",
    message: diskFullMessage,
    preserved: "everything stored before; the question, in the browser",
    retries: "none; the server recovers when there is room again",
    tests: [
      at(fullDiskTest, "while the disk for files is full (%s), an upload and /readyz say so"),
      at(fullDiskTest, "while the disk of the database is full, a write and /readyz say so, and reads still work"),
    ],
  },
  {
    fault: "database unavailable for a while in the middle of an answer",
    response: "end `done`",
    message: "the answer",
    preserved: "everything",
    retries: "storing the answer is retried every second",
    tests: [
      at(
        `${faultSpecsFolder}/database.extended.spec.ts`,
        "a database that fails loses no question and no answer, and the page says what is not stored",
      ),
    ],
  },
  {
    fault: "database unavailable at the end of an answer",
    response: "end `failed`, `internal`",
    message: "The answer couldn’t be saved. Please copy what you need.",
    preserved: "the answer on the screen; in the database, the question and the text stored last",
    retries: "storing the answer is retried twice",
    tests: [
      at(
        `${faultSpecsFolder}/database.extended.spec.ts`,
        "a database that fails loses no question and no answer, and the page says what is not stored",
      ),
      at("packages/server/src/modules/chat/runChat.test.ts", "an answer that cannot be stored ends as failed"),
    ],
  },
  {
    fault: "server killed in the middle of an answer",
    response: "the connection is lost; after the restart, 404 for the run",
    message: interruptedMessage,
    preserved:
      "the question; the text stored last (in the cloud, every second; in the browser, what it showed); the known cost",
    retries: "none; the page offers 'Try again'",
    tests: [
      at(
        `${faultSpecsFolder}/network.extended.spec.ts`,
        "when the server is killed during an answer, the partial answer is marked as interrupted",
      ),
      at("packages/e2e/processes/start/crash.spec.ts", "has the person's message, and the answer as it was last saved"),
      at("packages/e2e/processes/start/crash.spec.ts", "has settled what the lost call is known to have cost"),
    ],
  },
  {
    fault: "request during shutdown",
    response: "503 `unavailable`, `Retry-After: 10`",
    message: "The server is about to restart. Please try again in a minute.",
    preserved: "the question, in the browser",
    retries: "none",
    tests: [at("packages/server/src/modules/chat/runChat.test.ts", "accepts no new answers meanwhile")],
  },
];

/** Faults of the browser and its connection. */
export const browserFaults: readonly NamedFault[] = [
  {
    fault: "offline before a message is sent",
    response: "no response",
    message: `${offlineMessage} And, in a notice: The message wasn’t sent. Send it again when you’re back online.`,
    preserved: "the text, in the message box; the open conversation can be read",
    retries: "none",
    tests: [
      at("packages/e2e/specs/shell/trouble.spec.ts", "a bar is shown while there is no network"),
      at("packages/web/src/entities/chat/runs/chatRuns.test.ts", "cannot be sent because the browser is offline"),
    ],
  },
  {
    fault: "no response to a message although the browser is online",
    response: "no response",
    message: unavailableMessage,
    preserved: "the text, in the message box; the conversation is unchanged",
    retries: "none",
    tests: [at(failureTest, "where the call itself fails, the alert says so")],
  },
  {
    fault: "offline while all conversations are moved",
    response: "no response",
    message: "Paused while you’re offline",
    preserved: "every conversation; the move continues when the network is back, and can be cancelled",
    retries: "each move, for two minutes if the browser is online",
    tests: [
      at("packages/web/src/entities/conversations/storage/moveAllConversations.test.ts", "pauses while the browser"),
    ],
  },
  {
    fault: "another device changes a conversation that is being moved to this browser",
    response: "409",
    message: "the progress of the move",
    preserved: "the conversation with the change",
    retries: "the conversation is read again, at most three times",
    tests: [
      at(
        "packages/web/src/entities/conversations/store/conversationStore.test.ts",
        "keeps a message that another device appends after it was read",
      ),
    ],
  },
  {
    fault: "response lost after the message was received",
    response: "the browser finds the run by its id",
    message: "the answer",
    preserved: "everything; the model is called once",
    retries: "reading the answer is retried",
    tests: [
      at(`${faultSpecsFolder}/network.extended.spec.ts`, "a message that arrived although its response was lost"),
    ],
  },
  {
    fault: "offline in the middle of an answer, for any time",
    response: "`GET /chat/{requestId}` when the network returns",
    message: `${offlineMessage} And: ${reconnectingMessage}`,
    preserved: "everything",
    retries: "reading the answer is retried",
    tests: [
      at(`${faultSpecsFolder}/network.spec.ts`, "a network that fails during an answer and returns much later"),
      at("packages/web/src/entities/chat/runs/reconnect.test.ts", "without a network it neither retries nor gives up"),
    ],
  },
  {
    fault: "computer asleep: no data for more than 45 s",
    response: "`GET /chat/{requestId}` on a new connection",
    message: reconnectingMessage,
    preserved: "everything; if the run no longer exists, the text so far, marked as interrupted",
    retries: "reading the answer is retried",
    tests: [
      at(`${faultSpecsFolder}/network.spec.ts`, "or a computer that sleeps, loses none of it"),
      at("packages/web/src/entities/chat/runs/reconnect.test.ts", "a computer that slept for hours still retries"),
    ],
  },
  {
    fault: "stream cut by a proxy",
    response: "`GET /chat/{requestId}` with `Last-Event-ID`",
    message: reconnectingMessage,
    preserved: "everything",
    retries: "reading the answer is retried",
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
    response: "treated as a failure",
    message: "Error communicating with the server. Please try again in a minute.",
    preserved: "the question",
    retries: "none",
    tests: [
      at("packages/web/src/entities/chat/runs/chatStream.test.ts", "a page instead of a stream is an error, too"),
    ],
  },
  {
    fault: "second tab with the same conversation",
    response: "both read one run",
    message: "the answer, in both tabs",
    preserved: "everything; one tab at a time writes",
    retries: "none",
    tests: [at(`${faultSpecsFolder}/tabs.spec.ts`, "conversation in two tabs has one writer at a time")],
  },
  {
    fault: "tab closed before the server has confirmed the first question of a cloud conversation",
    response: "the conversation from the server, or 404",
    message: "the answer; or, if the server never received the question: The answer was interrupted before it started.",
    preserved: "the question, on the server or in the browser",
    retries: "none; the page offers 'Try again' if the server never received the question",
    tests: [
      at("packages/web/src/entities/chat/runs/firstTurn.test.ts", "a page that is closed before the first event"),
      at("packages/web/src/entities/chat/runs/firstTurn.test.ts", "a page that is closed before the server has"),
    ],
  },
  {
    fault: "tab closed in the middle of an answer",
    response: "`GET /chat/{requestId}` from the next tab",
    message: "the answer",
    preserved: "everything",
    retries: "reading the answer is retried",
    tests: [
      at(`${faultSpecsFolder}/tabs.spec.ts`, "an answer whose tab is closed is complete in the next tab"),
      at("packages/e2e/specs/chat/resume.spec.ts", "is complete when it ended while the page was closed"),
    ],
  },
  {
    fault: "IndexedDB full before a message is sent",
    response: "nothing is sent",
    message:
      "You have exceeded your available storage space for conversations. Please delete some converations before continuing. You can export your current conversations before deleting them.",
    preserved: "the text, in the message box; the conversation is unchanged",
    retries: "none",
    tests: [
      at(
        "packages/web/src/features/conversations/storage/cloudFailures.component.test.tsx",
        "where the browser has no room left",
      ),
    ],
  },
  {
    fault: "IndexedDB full in the middle of an answer",
    response: "end `done`",
    message: "The answer couldn’t be saved. Copy it before you leave this page.",
    preserved: "the answer on the screen, and on the server for five minutes",
    retries: "storing the answer is retried at the next reload",
    tests: [
      at(
        `${faultSpecsFolder}/storage.extended.spec.ts`,
        "when the disk fills up during an answer, it stays on the screen",
      ),
    ],
  },
  {
    fault: "localStorage full",
    response: "nothing",
    message: "nothing",
    preserved: "everything except drafts when the page is closed",
    retries: "none",
    tests: [at(`${faultSpecsFolder}/storage.extended.spec.ts`, "with localStorage full only drafts are lost")],
  },
  {
    fault: "IndexedDB taken over by a newer version in another tab",
    response: "nothing is sent",
    message: "A newer version of this page is open in another tab. Reload this page to continue.",
    preserved: "the text, in the message box; the open conversation can be read",
    retries: "none",
    tests: [
      at(
        `${storeFolder}/localConversations.component.test.tsx`,
        "when a tab with a newer version takes over the browser's storage",
      ),
      at(`${storeFolder}/localConversations.test.ts`, "is closed, and later calls reject with the reason"),
    ],
  },
  {
    fault: "browser's clock wrong by days",
    response: "no effect: the browser measures a token's lifetime from its arrival",
    message: "the answer",
    preserved: "everything",
    retries: "none",
    tests: [at(`${faultSpecsFolder}/clock.extended.spec.ts`, "conversations work as with a correct clock")],
  },
  {
    fault: "token that seems expired, or has expired although it seems valid",
    response: "401, then the same message with a new token",
    message: "the answer",
    preserved: "everything; the model is called once",
    retries: "once, with a new token",
    tests: [
      at(
        `${faultSpecsFolder}/clock.extended.spec.ts`,
        "a token that has expired although the browser's clock says otherwise",
      ),
      at(`${faultSpecsFolder}/clock.extended.spec.ts`, "or jumps a day ahead"),
    ],
  },
  {
    fault: "signed out elsewhere before a message is sent",
    response: "401",
    message: "You were signed out before this message was answered.",
    preserved: "the question, with 'Try again' after the next sign-in",
    retries: "none",
    tests: [
      at(
        "packages/e2e/specs/identity/sessionEnd.spec.ts",
        "a session that is ended elsewhere loses neither the next message",
      ),
      at(failureTest, "a message refused because nobody was signed in"),
    ],
  },
  {
    fault: "signed out elsewhere, or session expired, in the middle of an answer",
    response: "401; the run continues",
    message: "the sign-in page with the reason",
    preserved: "the question and the answer, after the next sign-in",
    retries: "reading the answer is retried",
    tests: [
      at(
        "packages/e2e/specs/identity/sessionEnd.spec.ts",
        "nor an answer that is being written: the next sign-in restores both",
      ),
    ],
  },
  {
    fault: "conversation continued after a failed question",
    response: "nothing",
    message: "the error, in its position",
    preserved: "the question, the error and 'Try again', which asks it again at the end of the conversation",
    retries: "on request",
    tests: [at(`${faultSpecsFolder}/refusals.spec.ts`, "keeps its reason and Try again when the next one is asked")],
  },
];
