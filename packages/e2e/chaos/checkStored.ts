import type { ChaosServers } from "./chaosServers.ts";
import { type ChaosTurn, messagesOf, type StoredMessage, type TurnScene } from "./chaosTurn.ts";

const longestWaitMs = 30_000;

/**
 * After a turn: the question is there once, the answer is there once and is what its reader was told, or a beginning of it that is
 * marked as interrupted; nothing else is in the conversation. `earlier`: the turns before this one. Problems go to the tally.
 */
export async function checkStored(
  scene: TurnScene,
  turn: ChaosTurn,
  earlier: readonly ChaosTurn[],
  servers: ChaosServers,
): Promise<void> {
  const { tally } = scene;
  const problem = (text: string) => tally.problems.push(`${turn.mark}: ${text}`);
  const messages = await settledMessages(scene, turn);
  const [question, reply] = [turn.questionId, turn.replyId].map((id) => messages.find((message) => message.id === id));
  if (!question || !reply) {
    problem(
      `${question ? "the answer" : "the question"} is not in the conversation; the reader was told ${turn.seen.end} (${turn.seen.code})`,
    );
    return;
  }
  if (question.content !== turn.question || question.parentId !== turn.parentId) problem("the question is another one");
  if (reply.parentId !== turn.questionId) problem("the answer follows another message");
  if (!reply.content.startsWith(turn.stored)) problem("the answer lost text that the database had held");
  checkAnswer(turn, reply, problem);
  const expected = new Set([...earlier, turn].flatMap(({ questionId, replyId }) => [questionId, replyId]));
  const isExact = messages.length === expected.size && messages.every(({ id }) => expected.has(id));
  if (!isExact) problem(`${messages.length} messages are stored instead of ${expected.size}`);
  if (servers.callsFor(turn.mark) === 0 && reply.content !== "") problem("there is text that no model was asked for");
  const end = reply.data.end;
  if (end?.code === "interrupted") tally.interrupted += 1;
  else if (end?.end === "done" || end?.end === "stopped" || end?.end === "failed") tally[end.end] += 1;
}

function checkAnswer({ seen, whole }: ChaosTurn, reply: StoredMessage, problem: (text: string) => void): void {
  const end = reply.data.end;
  if (!end) {
    problem("the answer is still marked as being written");
    return;
  }
  if (!whole.startsWith(reply.content)) problem("the stored text is not a beginning of the answer");
  if (end.end === "done" && reply.content !== whole) problem("an answer that is done is not whole");
  const wasTold = seen.end !== null && seen.code !== "interrupted";
  if (wasTold && (seen.end !== end.end || seen.text !== reply.content)) {
    problem(
      `the reader was told ${seen.end} after ${seen.text.length} characters; kept is ${end.end} after ${reply.content.length}`,
    );
  }
  if (end.end === "failed") problem("the answer failed, though its model did not");
  if (seen.end === null && end.end === "done" && !whole.startsWith(seen.text)) problem("the reader saw something else");
}

/** The conversation once the answer has an end; another process may need a moment to find that its writer died. */
async function settledMessages({ person, conversationId }: TurnScene, turn: ChaosTurn): Promise<StoredMessage[]> {
  const startedAt = performance.now();
  for (;;) {
    const { body } = await person.ask("GET", `/state/conversation/open?conversationId=${conversationId}`);
    const messages = messagesOf(body);
    const reply = messages.find(({ id }) => id === turn.replyId);
    if (reply?.data.end || performance.now() - startedAt > longestWaitMs) return messages;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
