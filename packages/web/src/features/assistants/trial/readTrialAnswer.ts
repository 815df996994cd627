import { type Answer, type AnswerEnd, applyChatEvent, type ChatRequestInput, emptyAnswer } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { toRefusedEnd } from "../../../entities/chat/answer/refusalReason.ts";
import { interruptedEnd, stoppedEnd } from "../../../entities/chat/answer/reply.ts";
import { postChat, type StreamResult } from "../../../entities/chat/runs/chatStream.ts";
import { stopRun } from "../../../entities/chat/runs/stopRun.ts";
import { getAccessToken } from "../../../entities/session/session.ts";
import { CallError } from "../../../lib/callError.ts";
import { onNextFrame } from "../../../lib/onNextFrame.ts";

interface TrialConnection {
  endpoint: string;
  userId: string;
  body: ChatRequestInput;
  requestId: string;
  /** Stops the answer, here and on the server. */
  signal: AbortSignal;
  /** Called at most once per frame. */
  onAnswer: (answer: Answer) => void;
}

/** Reads the answer to a question of a trial. Never throws: the end says what failed. Nothing is stored. */
export async function readTrialAnswer(connection: TrialConnection): Promise<{ answer: Answer; end: AnswerEnd }> {
  const { endpoint, userId, body, requestId, signal, onAnswer } = connection;
  let answer = emptyAnswer;
  let isUpdateRequested = false;
  let cancelUpdate = () => {};
  const onEvent = (event: unknown) => {
    answer = applyChatEvent(answer, event);
    if (isUpdateRequested) return;
    isUpdateRequested = true;
    cancelUpdate = onNextFrame(() => {
      isUpdateRequested = false;
      onAnswer(answer);
    });
  };
  const post = (token: string) => postChat({ endpoint, token, signal, body, onEvent });
  const getToken = (rejectedToken?: string) => getAccessToken(userId, rejectedToken);
  const stop = () =>
    void stopRun({ endpoint, getAccessToken: getToken }, requestId).catch((error: unknown) =>
      console.warn("The answer was closed here, but it may go on at the server.", error),
    );
  signal.addEventListener("abort", stop, { once: true });
  try {
    const token = await getToken();
    let result = await post(token);
    // The token may have expired although this computer's clock says otherwise.
    if (result.kind === "httpError" && result.status === 401) result = await post(await getToken(token));
    return { answer, end: answer.end ?? toEnd(result) };
  } catch (error) {
    const isSignedOut = error instanceof CallError && error.code === "unauthenticated";
    const end = isSignedOut ? createFailedEnd(error.message) : createOfflineEnd();
    return { answer, end: signal.aborted ? stoppedEnd : end };
  } finally {
    cancelUpdate();
    signal.removeEventListener("abort", stop);
  }
}

function toEnd(result: StreamResult): AnswerEnd {
  if (result.kind === "aborted") return stoppedEnd;
  if (result.kind === "httpError") return toRefusedEnd(result, new Date());
  if (result.kind === "networkError" || result.kind === "noEndpoint") return createOfflineEnd();
  return interruptedEnd;
}

const createOfflineEnd = () => createFailedEnd(t`The server can’t be reached. Check your connection and try again.`);

const createFailedEnd = (message: string): AnswerEnd => ({ end: "failed", message });
