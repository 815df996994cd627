import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { generateWords, tokensOf } from "../../server/src/testing/modelServer/behaviour.ts";
import type { Chance } from "./chance.ts";
import type { ChaosPerson } from "./chaosPerson.ts";
import type { ChaosTally } from "./chaosTally.ts";
import { createRunReader, type RunReader } from "./runReader.ts";

/** A question, and the part of the answer that the asking tab received. */
export interface ChaosTurn {
  /** Part of the question. It identifies the turn in the calls that the model server receives. */
  mark: string;
  requestId: string;
  questionId: string;
  replyId: string;
  parentId: string | null;
  question: string;
  /** The complete answer of the scripted model. */
  wholeAnswer: string;
  /** The number of tokens that the model server reports for the complete answer. */
  tokens: number;
  /** True if the model searches a document before it answers, so that it is called twice. */
  usesTool: boolean;
  reader: RunReader;
  /** The longest stored text seen so far. The stored text must never become shorter. */
  storedText: string;
  /**
   * True for a local turn during which a process was killed. If that process was generating the answer, a repeated
   * request calls the model again, which is also billed.
   */
  mayRunAgain: boolean;
}

export interface TurnScene {
  chance: Chance;
  person: ChaosPerson;
  tally: ChaosTally;
  conversationId: string;
  storage: "cloud" | "local";
  modelId: string;
}

type Fault = "none" | "cut" | "reload" | "stop" | "secondTab" | "repeat";

/** The share of turns in which the model calls a tool of the server. */
const toolShare = 0.3;
const textBeforeTool = "I look that up.";
const toolDirectives = `[[say: ${textBeforeTool}]] [[call: search_documents {"query":"river"}]]`;
const searchedDocument = {
  id: "obj://rivers.txt",
  name: "rivers.txt",
  raw: "The river turns where old stones keep its bed.",
};

const faults: readonly [Fault, ...Fault[]] = ["none", "cut", "cut", "reload", "stop", "secondTab", "repeat"];

/**
 * Asks a question and reads the answer despite cuts, reloads, stops, second tabs and killed servers, until the answer
 * ends or is lost.
 */
export async function runTurn(scene: TurnScene, parentId: string | null): Promise<ChaosTurn> {
  const { chance, tally } = scene;
  const tokens = chance.between(5, 250);
  const usesTool = chance.happens(toolShare);
  const wholeAnswer = `${usesTool ? `${textBeforeTool}\n\n` : ""}${generateWords(tokens)}`;
  const turnMark = `turn ${randomUUID()}`;
  const reportProblem = (text: string) => tally.problems.push(`${turnMark}: ${text}`);
  const turn: ChaosTurn = {
    mark: turnMark,
    requestId: randomUUID(),
    questionId: randomUUID(),
    replyId: randomUUID(),
    parentId,
    question: `${turnMark} ${usesTool ? toolDirectives : ""} [[tokens: ${tokens}]] [[pace: ${chance.pick([0, 2, 5, 15])}]]`,
    wholeAnswer,
    tokens: tokens + (usesTool ? tokensOf(textBeforeTool).length : 0),
    usesTool,
    reader: createRunReader(wholeAnswer, reportProblem),
    storedText: "",
    mayRunAgain: false,
  };
  tally.turns += 1;
  if (usesTool) tally.tools += 1;
  if (scene.storage === "local") tally.local += 1;
  const killsBefore = tally.kills;
  await sendAndReadAnswer(scene, turn, reportProblem);
  turn.mayRunAgain = scene.storage === "local" && tally.kills > killsBefore;
  return turn;
}

/** Acts like the web app: posts until it gets a response, resumes a broken stream, and gives up if the run is gone. */
async function sendAndReadAnswer(
  scene: TurnScene,
  turn: ChaosTurn,
  reportProblem: (text: string) => void,
): Promise<void> {
  const { chance, person, tally } = scene;
  let fault = chance.pick(faults);
  let isAcknowledged = false;
  let sideTasks: Promise<void>[] = [];
  while (turn.reader.end === null) {
    const response = isAcknowledged
      ? await person.send("GET", `/chat/${turn.requestId}`, undefined, {
          "last-event-id": `${turn.reader.lastEventId}`,
        })
      : await person.send("POST", "/chat", requestOf(scene, turn));
    if (!response) {
      await delay(20);
      continue;
    }
    if (response.status !== 200) {
      const text = await response.text().catch(() => "");
      if (response.status === 503) {
        await delay(50);
        continue;
      }
      // The run died with its process, or all of it was delivered. The stored answer is checked later.
      if (isAcknowledged && (response.status === 404 || response.status === 204)) break;
      // An earlier post was answered, but its response was lost.
      if (!isAcknowledged && response.status === 409) break;
      reportProblem(`the response was ${response.status}: ${text.slice(0, 300)}`);
      break;
    }
    isAcknowledged = true;
    const currentFault = fault;
    fault = "none";
    const disconnects = currentFault === "cut" || currentFault === "reload";
    if (currentFault === "stop") sideTasks = [...sideTasks, stopAfterDelay(scene, turn)];
    if (currentFault === "secondTab") sideTasks = [...sideTasks, readInSecondTab(scene, turn, reportProblem)];
    if (currentFault === "repeat") sideTasks = [...sideTasks, postAgain(scene, turn, reportProblem)];
    const ending = await turn.reader.read(response, disconnects ? chance.between(1, 20) : Number.POSITIVE_INFINITY);
    if (ending !== "disconnected") continue;
    if (currentFault === "cut") tally.cuts += 1;
    if (currentFault === "reload") {
      tally.reloads += 1;
      if (scene.storage === "cloud") await readStoredAnswer(scene, turn);
    }
    if (chance.happens(0.3)) fault = "cut";
  }
  await Promise.all(sideTasks);
}

function requestOf({ conversationId, storage, modelId }: TurnScene, turn: ChaosTurn) {
  const { requestId, replyId, parentId, questionId, question, usesTool } = turn;
  const messages = [{ id: questionId, role: "user", content: question }];
  const options = {
    ...{ requestId, conversationId, storage },
    ...(storage === "cloud" ? { parentId, replyId } : {}),
    ...(usesTool ? { ragOnly: true } : {}),
  };
  const dataSources = usesTool ? [searchedDocument] : [];
  return { model: modelId, messages, stream: true, options, dataSources };
}

async function stopAfterDelay({ chance, person, tally }: TurnScene, turn: ChaosTurn): Promise<void> {
  await delay(chance.between(0, 400));
  tally.stops += 1;
  const response = await person.send("POST", "/chat", { killSwitch: { requestId: turn.requestId, value: true } });
  await response?.arrayBuffer().catch(() => undefined); // The server may die during its response.
}

async function readInSecondTab(
  scene: TurnScene,
  turn: ChaosTurn,
  reportProblem: (text: string) => void,
): Promise<void> {
  scene.tally.secondTabs += 1;
  await delay(scene.chance.between(0, 200));
  const reader = createRunReader(turn.wholeAnswer, (text) => reportProblem(`in the second tab: ${text}`));
  const response = await scene.person.send("GET", `/chat/${turn.requestId}`);
  if (response?.status !== 200) return void (await response?.arrayBuffer().catch(() => undefined));
  await reader.read(response, Number.POSITIVE_INFINITY);
}

/** Repeats the same request, as some proxies do. The repeated request must attach to the existing run. */
async function postAgain(scene: TurnScene, turn: ChaosTurn, reportProblem: (text: string) => void): Promise<void> {
  scene.tally.repeats += 1;
  const reader = createRunReader(turn.wholeAnswer, (text) => reportProblem(`in the repeated request: ${text}`));
  const response = await scene.person.send("POST", "/chat", requestOf(scene, turn));
  if (response?.status !== 200) return void (await response?.arrayBuffer().catch(() => undefined));
  await reader.read(response, Number.POSITIVE_INFINITY);
}

/** Reads the conversation, as a reloaded page does before it resumes the run. */
async function readStoredAnswer({ person, conversationId }: TurnScene, turn: ChaosTurn): Promise<void> {
  const { status, body } = await person.ask("GET", `/state/conversation/open?conversationId=${conversationId}`);
  if (status !== 200) return;
  const reply = messagesOf(body).find(({ id }) => id === turn.replyId);
  if (reply && reply.content.length > turn.storedText.length) turn.storedText = reply.content;
}

export interface StoredMessage {
  id: string;
  parentId: string | null;
  role: string;
  content: string;
  data: { end?: { end: string; code?: string }; steps?: { state: string }[] };
}

/** Returns the messages in the response of `GET /state/conversation/open`. */
export function messagesOf(body: Record<string, unknown>): StoredMessage[] {
  // An unexpected format counts as missing messages.
  const data = body.data as { conversation?: { messages?: StoredMessage[] } } | undefined;
  return data?.conversation?.messages ?? [];
}
