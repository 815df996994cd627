import { t } from "@lingui/core/macro";
import { Button, TextInput } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { isComposing } from "../../../../../ui/isComposing.ts";
import type { CustomApiDraft } from "../../draft/customApiDraft.ts";
import { findApiProblems } from "../../draft/findApiProblems.ts";
import editorClasses from "../../Editor.module.css";
import { inputStyles } from "../fieldProps.ts";
import { ApiResponse } from "./ApiResponse.tsx";
import classes from "./Operations.module.css";
import { useApiTest } from "./useApiTest.ts";

interface ApiTestProps {
  api: CustomApiDraft;
  /** What the draft started from; null: it is new, or not known. */
  saved: CustomApiDraft | null;
  /** Null for a new assistant. */
  assistantId: string | null;
  functionName: string;
}

/** Tries the request with values that the author enters, and shows the response. */
export function ApiTest({ api, saved, ...ofAssistant }: ApiTestProps) {
  const { state, send, cancel } = useApiTest(api, ofAssistant);
  const [isOpen, setIsOpen] = useState(false);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const panelRef = useRef<HTMLFieldSetElement>(null);
  const { requestType } = api;
  const {
    requestType: typeProblem,
    url: urlProblem,
    params: paramProblem,
    headers: headerProblem,
  } = findApiProblems(api, true, saved);
  const problem = typeProblem ?? urlProblem ?? paramProblem ?? headerProblem;
  const names = api.params.map(({ name }) => name.trim()).filter((name) => name !== "");
  const isRunning = state.kind === "running";
  const run = () => send(Object.fromEntries(names.map((name) => [name, values[name] ?? ""])));
  const host = URL.canParse(api.url.trim()) ? new URL(api.url.trim()).host : api.url;
  const open = () => {
    flushSync(() => setIsOpen(true));
    // Reading without parameters needs no question.
    if (requestType === "GET" && names.length === 0 && problem === undefined) run();
    panelRef.current?.querySelector<HTMLElement>("input, button:not(:disabled)")?.focus();
  };
  if (!isOpen) {
    return (
      <Button className={editorClasses.add ?? ""} variant="default" size="xs" onClick={open}>
        {t`Test API`}
      </Button>
    );
  }
  return (
    <fieldset ref={panelRef} className={`${editorClasses.group} ${classes.test}`}>
      <legend className={editorClasses.label}>{t`Test API`}</legend>
      <p className={editorClasses.note}>{t`This really sends a ${requestType ?? ""} request to ${host}.`}</p>
      {names.map((name) => (
        <TextInput
          key={name}
          label={name}
          value={values[name] ?? ""}
          autoComplete="off"
          classNames={inputStyles}
          onChange={({ currentTarget }) => setValues({ ...values, [name]: currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.ctrlKey || event.metaKey || isComposing(event)) return;
            // Elsewhere in the editor, Enter saves.
            event.preventDefault();
            if (problem === undefined && !isRunning) run();
          }}
        />
      ))}
      {problem !== undefined && (
        <p className={editorClasses.problem} role="status">
          {problem}
        </p>
      )}
      <div className={classes.rowActions}>
        <Button
          size="xs"
          leftSection={<IconSend size={14} stroke={1.6} aria-hidden />}
          loading={isRunning}
          disabled={problem !== undefined}
          onClick={run}
        >
          {state.kind === "idle" ? t`Send request` : t`Send again`}
        </Button>
        {isRunning ? (
          <Button variant="default" size="xs" onClick={cancel}>
            {t`Cancel request`}
          </Button>
        ) : (
          <Button variant="default" size="xs" onClick={() => setIsOpen(false)}>
            {t`Close test`}
          </Button>
        )}
      </div>
      {state.kind === "failed" && (
        <p className={editorClasses.problem} role="alert">
          {state.message}
        </p>
      )}
      {state.kind === "answered" && <ApiResponse result={state.result} />}
    </fieldset>
  );
}
