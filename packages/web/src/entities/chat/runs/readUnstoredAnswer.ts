import { type Answer, type AnswerEnd, applyChatEvent, type ChatRequestInput, emptyAnswer } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { CallError } from "../../../lib/callError.ts";
import { onNextFrame } from "../../../lib/onNextFrame.ts";
import { getAccessToken, refreshSession } from "../../session/session.ts";
import { toRefusedEnd } from "../answer/refusalReason.ts";
import { interruptedEnd, stoppedEnd } from "../answer/reply.ts";
import { type ChatCall, followRun, postChat, type StreamResult } from "./chatStream.ts";
import { type RunResult, reconnect } from "./reconnect.ts";
import { stopRun } from "./stopRun.ts";

interface UnstoredCall {
  endpoint: string;
  userId: string;
  body: ChatRequestInput;
  requestId: string;
  /** Stops the answer, here and on the server. */
  signal: AbortSignal;
  /** Called at most once per frame, and not after `signal` has aborted. */
  onAnswer?: (answer: Answer) => void;
}

/**
 * Reads the answer to a question that belongs to no conversation. Reconnects if the stream breaks. Never throws: the end
 * says what failed.
 */
export async function readUnstoredAnswer(call: UnstoredCall): Promise<{ answer: Answer; end: AnswerEnd }> {
  const { endpoint, userId, body, requestId, signal, onAnswer } = call;
  if (signal.aborted) return { answer: emptyAnswer, end: stoppedEnd };
  let answer = emptyAnswer;
  let lastEventId = 0;
  let isUpdateRequested = false;
  let cancelUpdate = () => {};
  const onEvent = (event: unknown, eventId: number) => {
    answer = applyChatEvent(answer, event);
    if (eventId > 0) lastEventId = eventId;
    if (isUpdateRequested || !onAnswer) return;
    isUpdateRequested = true;
    cancelUpdate = onNextFrame(() => {
      isUpdateRequested = false;
      if (!signal.aborted) onAnswer(answer);
    });
  };
  const getToken = (rejectedToken?: string) => getAccessToken(userId, rejectedToken);
  const read = async (send: (call: ChatCall) => Promise<StreamResult>): Promise<RunResult> => {
    const sendWith = (token: string) => send({ endpoint, token, signal, onEvent });
    try {
      const token = await getToken();
      const result = await sendWith(token);
      // The token may have expired although this computer's clock says otherwise.
      return isUnauthenticated(result) ? await sendWith(await getToken(token)) : result;
    } catch (error) {
      const isSignedOut = error instanceof CallError && error.code === "unauthenticated";
      return { kind: isSignedOut ? "signedOut" : "networkError" };
    }
  };
  const follow = () => read((each) => followRun({ ...each, requestId, afterEventId: lastEventId }));
  const stop = () =>
    void stopRun({ endpoint, getAccessToken: getToken }, requestId).catch((error: unknown) =>
      console.warn("The answer was closed here, but it may go on at the server.", error),
    );
  signal.addEventListener("abort", stop, { once: true });
  try {
    let result = await read((each) => postChat({ ...each, body }));
    // Without a response, nothing may have been started, and the person can ask again.
    if (result.kind === "broken" && !answer.end) result = await reconnect(result, follow, signal);
    if (isUnauthenticated(result)) void refreshSession();
    return { answer, end: answer.end ?? (signal.aborted ? stoppedEnd : toEnd(result)) };
  } finally {
    cancelUpdate();
    signal.removeEventListener("abort", stop);
  }
}

const isUnauthenticated = (result: RunResult) => result.kind === "httpError" && result.status === 401;

function toEnd(result: RunResult): AnswerEnd {
  switch (result.kind) {
    case "aborted":
      return stoppedEnd;
    case "httpError":
      return toRefusedEnd(result, new Date());
    case "signedOut":
      return createFailedEnd(t`You are signed out.`);
    case "networkError":
    case "noEndpoint":
      return createFailedEnd(t`The server can’t be reached. Check your connection and try again.`);
    default:
      return interruptedEnd;
  }
}

const createFailedEnd = (message: string): AnswerEnd => ({ end: "failed", message });
