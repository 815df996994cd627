import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type RefObject, useState } from "react";
import classes from "../Admin.module.css";
import tableClasses from "../AdminTable.module.css";
import { Panel } from "../featureData/Panel.tsx";
import { DraftList } from "./DraftList.tsx";
import { OperationFields } from "./OperationFields.tsx";
import { findDraftsProblem, isBlank, type OperationDraft } from "./operationDraft.ts";
import { addTyped, changeTyped, listOperationDrafts, useOperationDrafts } from "./operationDrafts.ts";
import { useRegisterOperations } from "./operationQueries.ts";

/** Drafts operations and registers them together. */
export function NewOperations({ nameRef }: { nameRef: RefObject<HTMLInputElement | null> }) {
  const state = useOperationDrafts();
  const { mutate, isPending } = useRegisterOperations();
  /** What was refused, and why. It says nothing any more once something has changed. */
  const [refused, setRefused] = useState<{ state: typeof state; problem: string } | null>(null);
  const all = listOperationDrafts(state);
  const register = (drafts: readonly OperationDraft[]) => {
    const problem = findDraftsProblem(drafts);
    setRefused(problem === null ? null : { state, problem });
    if (problem === null) mutate(drafts);
  };
  return (
    <Panel
      title={t`Register ops`}
      note={t`Draft one or several ops, and register them together. An op with the name of a registered one replaces it.`}
    >
      <OperationFields nameRef={nameRef} draft={state.typed} onChange={changeTyped} />
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={isBlank(state.typed)}
          onClick={() => {
            addTyped();
            nameRef.current?.focus();
          }}
        >
          {t`Draft another op`}
        </Button>
      </div>
      {state.drafts.length > 0 && <DraftList drafts={state.drafts} onEdit={() => nameRef.current?.focus()} />}
      {refused?.state === state && (
        <p role="alert" className={tableClasses.refusal}>
          {refused.problem}
        </p>
      )}
      <div className={classes.choices}>
        <Button loading={isPending} disabled={all.length === 0} onClick={() => register(all)}>
          {t({ message: "Register", context: "ops" })}
        </Button>
      </div>
    </Panel>
  );
}
