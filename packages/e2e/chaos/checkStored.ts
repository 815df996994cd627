import type { ChaosServers } from "./chaosServers.ts";
import { type ChaosTurn, messagesOf, type StoredMessage, type TurnScene } from "./chaosTurn.ts";

const maxWaitMs = 30_000;

/**
 * Checks the stored conversation after a turn. It must contain the question once, the answer once, the `earlierTurns`,
 * and nothing else. The stored answer must be the text that the reader received, or be marked as interrupted and be the
 * beginning of the scripted answer. Records problems in the tally.
 */
export async function checkStored(
  scene: TurnScene,
  turn: ChaosTurn,
  earlierTurns: readonly ChaosTurn[],
  servers: ChaosServers,
): Promise<void> {
  const { tally } = scene;
  const reportProblem = (text: string) => tally.problems.push(`${turn.mark}: ${text}`);
  const messages = await loadSettledMessages(scene, turn);
  const [question, reply] = [turn.questionId, turn.replyId].map((id) => messages.find((message) => message.id === id));
  if (!question || !reply) {
    reportProblem(
      `${question ? "the answer" : "the question"} is not in the conversation; ` +
        `the reader received the end ${turn.reader.end} (${turn.reader.code})`,
    );
    return;
  }
  if (question.content !== turn.question || question.parentId !== turn.parentId)
    reportProblem("the stored question differs");
  if (reply.parentId !== turn.questionId) reportProblem("the answer has another parent message");
  if (!reply.content.startsWith(turn.storedText)) reportProblem("the answer lost text that had been stored");
  checkAnswer(turn, reply, reportProblem);
  const expectedIds = new Set([...earlierTurns, turn].flatMap(({ questionId, replyId }) => [questionId, replyId]));
  const isExact = messages.length === expectedIds.size && messages.every(({ id }) => expectedIds.has(id));
  if (!isExact) reportProblem(`${messages.length} messages are stored instead of ${expectedIds.size}`);
  if (servers.countCalls(turn.mark) === 0 && reply.content !== "")
    reportProblem("there is an answer, but no model was called");
  const end = reply.data.end;
  if (end?.code === "interrupted") tally.interrupted += 1;
  else if (end?.end === "done" || end?.end === "stopped" || end?.end === "failed") tally[end.end] += 1;
}

function checkAnswer(
  { reader, wholeAnswer, usesTool }: ChaosTurn,
  reply: StoredMessage,
  reportProblem: (text: string) => void,
): void {
  const end = reply.data.end;
  if (!end) {
    reportProblem("the answer is still marked as being written");
    return;
  }
  if (!wholeAnswer.startsWith(reply.content)) reportProblem("the stored text is not a prefix of the answer");
  if (end.end === "done" && reply.content !== wholeAnswer) reportProblem("an answer marked as done is incomplete");
  const steps = reply.data.steps ?? [];
  if (steps.length > (usesTool ? 1 : 0)) reportProblem(`the answer has ${steps.length} steps`);
  if (usesTool && end.end === "done" && steps[0]?.state !== "done") reportProblem("the answer lost its step");
  if (steps.some(({ state }) => state === "running")) reportProblem("a step of an ended answer is still running");
  // After these ends, the answer may still be stored or repeated: another process ends it, or the database is back.
  const isProvisional = reader.code === "interrupted" || reader.code === "internal" || reader.code === "unavailable";
  const hasReceivedEnd = reader.end !== null && !isProvisional;
  if (hasReceivedEnd && (reader.end !== end.end || reader.text !== reply.content)) {
    reportProblem(
      `the reader received ${reader.end} after ${reader.text.length} characters; ` +
        `stored is ${end.end} after ${reply.content.length}`,
    );
  }
  // The database may fail before the model is called. The person is told so, and may try again.
  if (end.end === "failed" && end.code !== "unavailable") reportProblem("the answer failed, but its model did not");
  if (reader.end === null && end.end === "done" && !wholeAnswer.startsWith(reader.text))
    reportProblem("the reader received a different text");
}

/**
 * Returns the stored messages once the answer has an end, or after `maxWaitMs`: other processes need a moment to detect
 * that the process that generated the answer died.
 */
async function loadSettledMessages({ person, conversationId }: TurnScene, turn: ChaosTurn): Promise<StoredMessage[]> {
  const startedAt = performance.now();
  for (;;) {
    const { body } = await person.ask("GET", `/state/conversation/open?conversationId=${conversationId}`);
    const messages = messagesOf(body);
    const reply = messages.find(({ id }) => id === turn.replyId);
    if (reply?.data.end || performance.now() - startedAt > maxWaitMs) return messages;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
