import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { words } from "../../server/src/testing/modelServer/behaviour.ts";
import type { Chance } from "./chance.ts";
import type { ChaosPerson } from "./chaosPerson.ts";
import type { ChaosTally } from "./chaosTally.ts";
import { createRunReader, type RunReader } from "./runReader.ts";

/** A question that is put, and what its tab has seen of the answer. */
export interface ChaosTurn {
  /** Stands in the question, so that the model's server can tell for which turn it was called. */
  mark: string;
  requestId: string;
  questionId: string;
  replyId: string;
  parentId: string | null;
  question: string;
  /** What the model's server says when nothing comes between. */
  whole: string;
  tokens: number;
  seen: RunReader;
  /** The longest text that the database was seen to hold; it must not become shorter. */
  stored: string;
  /**
   * A process died while a turn that is kept nowhere was taken: a request that is repeated after the one that had answered it is gone is
   * answered anew, and paid anew.
   */
  mayBeAnsweredAnew: boolean;
}

export interface TurnScene {
  chance: Chance;
  person: ChaosPerson;
  tally: ChaosTally;
  conversationId: string;
  storage: "cloud" | "local";
  modelId: string;
}

type Disorder = "none" | "cut" | "reload" | "stop" | "secondTab" | "repeat";

const disorders: readonly [Disorder, ...Disorder[]] = ["none", "cut", "cut", "reload", "stop", "secondTab", "repeat"];

/** Puts a question and reads the answer through cuts, reloads, stops, second tabs and dying servers, until it is over or lost. */
export async function takeTurn(scene: TurnScene, parentId: string | null): Promise<ChaosTurn> {
  const { chance, tally } = scene;
  const tokens = chance.between(5, 250);
  const mark = `turn ${randomUUID()}`;
  const problem = (text: string) => tally.problems.push(`${mark}: ${text}`);
  const turn: ChaosTurn = {
    mark,
    requestId: randomUUID(),
    questionId: randomUUID(),
    replyId: randomUUID(),
    parentId,
    question: `${mark} [[tokens: ${tokens}]] [[pace: ${chance.pick([0, 2, 5, 15])}]]`,
    whole: words(tokens),
    tokens,
    seen: createRunReader(words(tokens), problem),
    stored: "",
    mayBeAnsweredAnew: false,
  };
  tally.turns += 1;
  if (scene.storage === "local") tally.local += 1;
  const killsBefore = tally.kills;
  await readThrough(scene, turn, problem);
  turn.mayBeAnsweredAnew = scene.storage === "local" && tally.kills > killsBefore;
  return turn;
}

/** What a client does: post until there is a reply; when the stream breaks, follow from the last event; give up where there is no run. */
async function readThrough(scene: TurnScene, turn: ChaosTurn, problem: (text: string) => void): Promise<void> {
  const { chance, person, tally } = scene;
  let disorder = chance.pick(disorders);
  let isAcknowledged = false;
  let others: Promise<void>[] = [];
  while (turn.seen.end === null) {
    const response = isAcknowledged
      ? await person.send("GET", `/chat/${turn.requestId}`, undefined, { "last-event-id": `${turn.seen.lastEventId}` })
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
      // The run died with its process, or ended and was delivered; what is kept is looked at afterwards.
      if (isAcknowledged && (response.status === 404 || response.status === 204)) break;
      // It was answered before the reply to this post was lost.
      if (!isAcknowledged && response.status === 409) break;
      problem(`answered ${response.status}: ${text.slice(0, 300)}`);
      break;
    }
    isAcknowledged = true;
    const now = disorder;
    disorder = "none";
    const isLeaving = now === "cut" || now === "reload";
    if (now === "stop") others = [...others, stopSoon(scene, turn)];
    if (now === "secondTab") others = [...others, readInSecondTab(scene, turn, problem)];
    if (now === "repeat") others = [...others, postAgain(scene, turn, problem)];
    const ending = await turn.seen.read(response, isLeaving ? chance.between(1, 20) : Number.POSITIVE_INFINITY);
    if (ending !== "left") continue;
    if (now === "cut") tally.cuts += 1;
    if (now === "reload") {
      tally.reloads += 1;
      if (scene.storage === "cloud") await lookAtStored(scene, turn);
    }
    if (chance.happens(0.3)) disorder = "cut";
  }
  await Promise.all(others);
}

function requestOf({ conversationId, storage, modelId }: TurnScene, turn: ChaosTurn) {
  const { requestId, replyId, parentId, questionId, question } = turn;
  const messages = [{ id: questionId, role: "user", content: question }];
  const options = { requestId, conversationId, storage, ...(storage === "cloud" ? { parentId, replyId } : {}) };
  return { model: modelId, messages, stream: true, options };
}

async function stopSoon({ chance, person, tally }: TurnScene, turn: ChaosTurn): Promise<void> {
  await delay(chance.between(0, 400));
  tally.stops += 1;
  const response = await person.send("POST", "/chat", { killSwitch: { requestId: turn.requestId, value: true } });
  await response?.arrayBuffer().catch(() => undefined); // the server may die within its reply
}

async function readInSecondTab(scene: TurnScene, turn: ChaosTurn, problem: (text: string) => void): Promise<void> {
  scene.tally.secondTabs += 1;
  await delay(scene.chance.between(0, 200));
  const seen = createRunReader(turn.whole, (text) => problem(`in the second tab, ${text}`));
  const response = await scene.person.send("GET", `/chat/${turn.requestId}`);
  if (response?.status !== 200) return void (await response?.arrayBuffer().catch(() => undefined));
  await seen.read(response, Number.POSITIVE_INFINITY);
}

/** The same request once more, as an impatient proxy sends it: it must attach to the run. */
async function postAgain(scene: TurnScene, turn: ChaosTurn, problem: (text: string) => void): Promise<void> {
  scene.tally.repeats += 1;
  const seen = createRunReader(turn.whole, (text) => problem(`to the repeated request, ${text}`));
  const response = await scene.person.send("POST", "/chat", requestOf(scene, turn));
  if (response?.status !== 200) return void (await response?.arrayBuffer().catch(() => undefined));
  await seen.read(response, Number.POSITIVE_INFINITY);
}

/** A reload reads the conversation before it follows the run. */
async function lookAtStored({ person, conversationId }: TurnScene, turn: ChaosTurn): Promise<void> {
  const { status, body } = await person.ask("GET", `/state/conversation/open?conversationId=${conversationId}`);
  if (status !== 200) return;
  const reply = messagesOf(body).find(({ id }) => id === turn.replyId);
  if (reply && reply.content.length > turn.stored.length) turn.stored = reply.content;
}

export interface StoredMessage {
  id: string;
  parentId: string | null;
  role: string;
  content: string;
  data: { end?: { end: string; code?: string } };
}

/** The messages in the reply of `GET /state/conversation/open`. */
export function messagesOf(body: Record<string, unknown>): StoredMessage[] {
  const data = body.data as { conversation?: { messages?: StoredMessage[] } } | undefined; // a wrong shape shows as missing messages
  return data?.conversation?.messages ?? [];
}
