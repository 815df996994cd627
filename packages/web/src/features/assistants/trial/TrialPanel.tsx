import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconArrowLeft, IconMessageCircle, IconRefresh } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { chooseModel, useModels } from "../../../entities/models/useModels.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { toContent } from "../editor/draft/assistantDraft.ts";
import { formatUploadsRunning, validateDraft } from "../editor/draft/validateDraft.ts";
import type { AssistantEditor } from "../editor/useAssistantEditor.ts";
import { getGroupTypeQuestion } from "../picker/getGroupTypeQuestion.ts";
import type { Trial } from "./buildTrialRequest.ts";
import classes from "./Trial.module.css";
import { TrialAnswer } from "./TrialAnswer.tsx";
import { TrialComposer } from "./TrialComposer.tsx";
import { type TriedQuestion, useTrial } from "./useTrial.ts";

interface TrialPanelProps {
  editor: AssistantEditor;
  onClose: () => void;
}

/** A chat with the draft as it is at the moment of sending. Neither the draft nor the chat is stored. */
export function TrialPanel({ editor, onClose }: TrialPanelProps) {
  const { group, groupTypes } = editor;
  const [groupType, setGroupType] = useState<string | null>(null);
  const trial = toTrial(editor, groupType);
  const model = chooseModel(useModels(), trial.content.data.model);
  const { questions, isAnswering, ask, askAgain, stop, startOver } = useTrial();
  const [problem, setProblem] = useState<string | null>(null);
  const last = questions.at(-1);
  const isChanged = last !== undefined && !isAnswering && !isSameTrial(last.trial, trial);
  const threadRef = useScrollToEnd(questions);

  const send = (question: string, isRepeated = false): boolean => {
    const found = findProblem(editor) ?? (model ? null : t`No model is available.`);
    setProblem(found);
    if (found !== null || !model || isAnswering) return false;
    if (isRepeated) askAgain(question, { trial, model });
    else ask(question, { trial, model });
    return true;
  };
  const { starters } = trial.content.data;
  return (
    <section className={classes.panel} aria-label={t`Trial chat`}>
      <div className={classes.head}>
        <IconButton name={t`Back to editing`} onClick={onClose}>
          <IconArrowLeft size={20} stroke={1.6} />
        </IconButton>
        <h3 className={classes.title}>{t`Trial chat`}</h3>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconRefresh size={16} aria-hidden />}
          disabled={questions.length === 0}
          onClick={startOver}
        >
          {t`Start over`}
        </Button>
      </div>
      {group && groupTypes.length > 0 && (
        <SelectField
          className={classes.types}
          label={getGroupTypeQuestion(trial.content.data.groupUserTypeQuestion)}
          value={groupType ?? ""}
          choices={[{ value: "", label: t`None` }, ...groupTypes.map((type) => ({ value: type, label: type }))]}
          onChange={(type) => setGroupType(type === "" ? null : type)}
        />
      )}
      <div
        ref={threadRef}
        className={classes.thread}
        role="log"
        aria-live="off"
        aria-label={t`Messages of the trial`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
        tabIndex={0}
      >
        {questions.length === 0 && <EmptyTrial starters={starters} onChoose={(starter) => send(starter)} />}
        {questions.map((tried) => (
          <TrialAnswer
            key={tried.requestId}
            tried={tried}
            onAskAgain={tried === last && !isAnswering ? () => send(tried.question, true) : null}
          />
        ))}
        {isChanged && (
          <p className={classes.note} role="status">
            {t`Changed since this answer`}
          </p>
        )}
      </div>
      {problem !== null && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <TrialComposer isAnswering={isAnswering} onSend={(question) => send(question)} onStop={stop} />
    </section>
  );
}

function EmptyTrial({ starters, onChoose }: { starters: readonly string[]; onChoose: (text: string) => void }) {
  return (
    <div className={classes.empty}>
      <p>{t`Ask what your students would ask. Nothing here is saved.`}</p>
      {starters.map((starter, index) => (
        <Button
          // biome-ignore lint/suspicious/noArrayIndexKey: two starters may be equal
          key={index}
          variant="default"
          size="compact-sm"
          leftSection={<IconMessageCircle size={16} aria-hidden />}
          onClick={() => onChoose(starter)}
        >
          {starter}
        </Button>
      ))}
    </div>
  );
}

function toTrial({ draftState, documents, assistantId, group }: AssistantEditor, groupType: string | null): Trial {
  const content = toContent(draftState.draft, documents.added);
  const name = content.name || t`New assistant`;
  return { content: { ...content, name }, assistantId, groupId: group?.id ?? null, groupType };
}

/** Returns why the draft cannot be tried; null if it can. A name is needed only for saving. */
function findProblem({ draftState, documents }: AssistantEditor): string | null {
  if (!documents.isReady) return formatUploadsRunning();
  const { name, ...draft } = draftState.draft;
  const [text] = Object.values(validateDraft({ ...draft, name: name.trim() || "-" }));
  return text ?? null;
}

const isSameTrial = (a: Trial, b: Trial) => JSON.stringify(pickEffective(a)) === JSON.stringify(pickEffective(b));

/** What an answer depends on. */
function pickEffective({ groupType, content: { name, instructions, disclaimer, dataSources, data } }: Trial) {
  const { dataSourceOptions, messageOptions, model, groupTypeData } = data;
  return [
    groupType,
    name,
    instructions,
    disclaimer,
    dataSources,
    dataSourceOptions,
    messageOptions,
    model,
    groupTypeData,
  ];
}

/** Shows the end of a new question, and follows its answer while the end is in view. */
function useScrollToEnd(questions: readonly TriedQuestion[]) {
  const ref = useRef<HTMLDivElement>(null);
  const countRef = useRef(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const isNew = questions.length !== countRef.current;
    countRef.current = questions.length;
    const distancePx = element.scrollHeight - element.scrollTop - element.clientHeight;
    if (isNew || distancePx < 80) element.scrollTop = element.scrollHeight;
  }, [questions]);
  return ref;
}
