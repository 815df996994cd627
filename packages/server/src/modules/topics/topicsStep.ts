import { type AnswerFocus, parseAnswerFocus } from "@lectern/contract";
import type { Run, RunStep } from "../../core/context.ts";
import { getOwnerId } from "../access/service.ts";
import { storeNewTopic } from "../conversations/service.ts";
import { chooseMessages, isWorthJudging, leaveOutAgain } from "./chooseMessages.ts";
import { judgeTopics } from "./judgeTopics.ts";

/**
 * Lets the cheapest model judge which topics of a long conversation matter for the question, and leaves the messages of the
 * others out. A topic that the question starts is stored with the messages.
 */
export const topicsStep: RunStep = {
  name: "topics",
  begin(run) {
    let newTopic: AnswerFocus["newTopic"];
    return {
      async selectMessages(history, isContinued) {
        // All parts of an answer get the same messages.
        if (isContinued) return leaveOutAgain(history, parseAnswerFocus(run.getAnswer().state));
        if (!canFocus(run) || !isWorthJudging(history)) return undefined;
        const judgement = await judgeTopics(run, history);
        const choice = judgement && chooseMessages(history, judgement);
        newTopic = choice?.focus?.newTopic;
        return choice ? { ...choice.selection, ...(choice.focus && { state: { focus: choice.focus } }) } : undefined;
      },
      async finish({ history }) {
        const { turn, actor, platform } = run;
        const questionId = history?.at(-1)?.id;
        if (!newTopic || !turn.cloudIds || questionId === undefined) return;
        const key = { ownerId: getOwnerId(actor), conversationId: turn.cloudIds.conversationId };
        await storeNewTopic(platform, key, questionId, newTopic);
      },
    };
  },
};

/**
 * Only people at their browser: a program chooses itself what it sends. The guide does not read the history, and an
 * assistant that gives each message an ID may refer to any of them.
 */
const canFocus = ({ turn, actor, model, assistant }: Run): boolean =>
  turn.focusesMessages === true &&
  actor.credential.kind === "session" &&
  !turn.isArtifactCall &&
  !turn.isVerbatim &&
  !turn.assistantDraft &&
  !model.isGuide &&
  assistant?.messageOptions.includeMessageIds !== true;
