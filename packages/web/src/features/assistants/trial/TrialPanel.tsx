import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconRefresh, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { describeDisabledType } from "../../../entities/assistants/conversationAssistant.ts";
import { IsInDialogContext } from "../../../entities/citations/viewerStore.ts";
import { chooseModel, useModels } from "../../../entities/models/useModels.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { useStickToEnd } from "../../../ui/useStickToEnd.ts";
import type { AssistantEditor } from "../editor/useAssistantEditor.ts";
import { StarterList } from "../page/StarterList.tsx";
import { GroupTypeChoice } from "../picker/GroupTypeChoice.tsx";
import { findDraftProblem, isSameTrial, toDraftTrial } from "./draftTrial.ts";
import classes from "./Trial.module.css";
import { TrialAnnouncement } from "./TrialAnnouncement.tsx";
import { TrialAnswer } from "./TrialAnswer.tsx";
import { TrialComposer } from "./TrialComposer.tsx";
import { useTrial } from "./useTrial.ts";

interface TrialPanelProps {
  editor: AssistantEditor;
  isShown: boolean;
  onClose: () => void;
}

/** A chat with the draft as it is at the moment of sending. Neither the draft nor the chat is stored. */
export function TrialPanel({ editor, isShown, onClose }: TrialPanelProps) {
  const [chosenType, setChosenType] = useState<string | null>(null);
  const { trial, types, type } = toDraftTrial(editor, chosenType);
  const { model: modelId, starters, groupUserTypeQuestion } = trial.content.data;
  const model = chooseModel(useModels(), modelId);
  const { questions, isAnswering, ask, askAgain, stop, startOver } = useTrial();
  const [problem, setProblem] = useState<string | null>(null);
  const { scrollRef, contentRef, followAnswer } = useStickToEnd(questions.length > 0);
  const last = questions.at(-1);
  const isChanged = last !== undefined && !isAnswering && !isSameTrial(last.trial, trial);
  const typeReason = type?.isDisabled ? describeDisabledType(type.disabledMessage) : null;
  const blockedReason = editor.lossReason ?? typeReason;

  const send = (question: string, isRepeated = false): boolean => {
    const found = findDraftProblem(editor) ?? (model ? null : t`No model is available.`);
    setProblem(found);
    if (found !== null || !model || isAnswering || blockedReason !== null) return false;
    if (isRepeated) askAgain(question, { trial, model });
    else ask(question, { trial, model });
    followAnswer();
    return true;
  };
  // The button that was clicked disappears.
  const focusThread = () => scrollRef.current?.focus();
  return (
    <>
      <TrialAnnouncement last={last} />
      <section className={classes.panel} aria-label={t`Trial chat`} hidden={!isShown}>
        <div className={classes.head}>
          <h3 className={classes.title}>{t`Trial chat`}</h3>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconRefresh size={16} aria-hidden />}
            disabled={questions.length === 0}
            onClick={() => {
              startOver();
              focusThread();
            }}
          >
            {t`Start over`}
          </Button>
          <IconButton name={t`Back to editing`} onClick={onClose}>
            <IconX size={20} stroke={1.6} aria-hidden />
          </IconButton>
        </div>
        {types.length > 0 && (
          <div className={classes.types}>
            <GroupTypeChoice
              question={groupUserTypeQuestion}
              types={types}
              chosenName={type?.name ?? null}
              onChoose={setChosenType}
            />
          </div>
        )}
        <div
          ref={scrollRef}
          className={classes.scroll}
          role="log"
          aria-live="off"
          aria-label={t`Messages of the trial`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
          tabIndex={0}
        >
          <div ref={contentRef} className={classes.thread}>
            {questions.length === 0 && (
              <EmptyTrial
                starters={starters}
                isBlocked={blockedReason !== null}
                onChoose={(starter) => {
                  if (send(starter)) focusThread();
                }}
              />
            )}
            <IsInDialogContext value={true}>
              {questions.map((tried) => (
                <TrialAnswer
                  key={tried.requestId}
                  tried={tried}
                  onAskAgain={
                    tried !== last || isAnswering
                      ? null
                      : () => {
                          if (send(tried.question, true)) focusThread();
                        }
                  }
                />
              ))}
            </IsInDialogContext>
            {isChanged && (
              <p className={classes.note} role="status">
                {t`Changed since this answer`}
              </p>
            )}
          </div>
        </div>
        {problem !== null && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
        <TrialComposer
          isShown={isShown}
          isAnswering={isAnswering}
          blockedReason={blockedReason}
          onSend={(question) => send(question)}
          onStop={stop}
        />
      </section>
    </>
  );
}

interface EmptyTrialProps {
  starters: readonly string[];
  isBlocked: boolean;
  onChoose: (starter: string) => void;
}

/** What a trial is for, and the conversation starters of the draft. */
function EmptyTrial({ starters, isBlocked, onChoose }: EmptyTrialProps) {
  return (
    <div className={classes.empty}>
      <p>{t`Ask a typical question. Nothing here is saved.`}</p>
      <StarterList starters={starters} isDisabled={isBlocked} onChoose={onChoose} />
    </div>
  );
}
