import { t } from "@lingui/core/macro";
import { Button, Textarea, TextInput } from "@mantine/core";
import { useEffect, useId, useRef, useState } from "react";
import fieldClasses from "../../../ui/fields.module.css";
import { CodeFrame } from "../../../ui/markdown/code/CodeFrame.tsx";
import { CodeText } from "../../../ui/markdown/code/CodeText.tsx";
import classes from "./ApiReference.module.css";
import type { ReferenceOp } from "./apiReference.ts";
import { listAddressParameters, writeBody, writeUrl } from "./exampleRequest.ts";
import { sendTriedRequest, type TriedResponse } from "./requests.ts";

/** Sends a request with the person's key, and shows what came back. */
export function TryOut({ op, secret }: { op: ReferenceOp; secret: string }) {
  const titleId = useId();
  const [values, setValues] = useState<Record<string, string>>({});
  const [body, setBody] = useState(writeBody(op));
  const { response, problem, isSending, send } = useTriedRequest();
  const parameters = listAddressParameters(op);
  const bodyProblem = body !== null && !isJson(body) ? t`This is not valid JSON.` : null;
  const isMissing = parameters.some(({ name, required }) => required && !values[name]);
  const canSend = secret !== "" && bodyProblem === null && !isMissing && !isSending;
  return (
    <section className={classes.part} aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.subheading}>
        {t`Try it`}
      </h3>
      {parameters.map(({ name, required }) => (
        <TextInput
          key={name}
          label={name}
          required={required}
          classNames={{ input: fieldClasses.input ?? "" }}
          value={values[name] ?? ""}
          onChange={({ currentTarget }) => setValues({ ...values, [name]: currentTarget.value })}
        />
      ))}
      {body !== null && (
        <Textarea
          label={t`Body`}
          autosize
          minRows={3}
          maxRows={16}
          spellCheck={false}
          classNames={{ input: `${fieldClasses.input} ${classes.body}` }}
          value={body}
          error={bodyProblem}
          onChange={({ currentTarget }) => setBody(currentTarget.value)}
        />
      )}
      <div className={classes.send}>
        <Button
          className={classes.button}
          disabled={!canSend}
          loading={isSending}
          onClick={() => void send({ method: op.method, url: writeUrl(op, values, location.origin), body, secret })}
        >
          {t`Send`}
        </Button>
        {secret === "" && <span className={classes.line}>{t`Enter your key at the top of the page first.`}</span>}
      </div>
      {problem !== null && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      {response && <Response {...response} />}
    </section>
  );
}

const maxShownCharacters = 100_000;

function Response({ status, statusText, headers, body }: TriedResponse) {
  const text = formatBody(body);
  const language = isJson(body) ? "json" : "text";
  return (
    <section className={classes.response} aria-label={t`Response`}>
      <p role="status" className={classes.status} data-failed={status >= 400 || undefined}>
        {t`Status:`} {status} {statusText}
      </p>
      <details>
        <summary className={classes.line}>{t({ message: "Headers", context: "HTTP" })}</summary>
        <dl className={classes.headers}>
          {headers.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      {text !== "" && (
        <CodeFrame code={text} language={language} className={classes.code}>
          <CodeText code={text} language={language} isComplete />
        </CodeFrame>
      )}
      {text.length === maxShownCharacters && <p className={classes.line}>{t`The rest is not shown.`}</p>}
    </section>
  );
}

function useTriedRequest() {
  const [state, setState] = useState<{ response: TriedResponse | null; problem: string | null; isSending: boolean }>({
    response: null,
    problem: null,
    isSending: false,
  });
  const request = useRef<AbortController>(null);
  // Nobody sees the response once the operation is closed.
  useEffect(() => () => request.current?.abort(), []);
  return {
    ...state,
    async send(tried: Parameters<typeof sendTriedRequest>[0]) {
      const controller = new AbortController();
      request.current = controller;
      setState({ response: null, problem: null, isSending: true });
      try {
        const response = await sendTriedRequest(tried, controller.signal);
        setState({ response, problem: null, isSending: false });
      } catch (error) {
        if (controller.signal.aborted) return;
        const reason = error instanceof Error ? error.message : String(error);
        setState({ response: null, problem: t`The request failed: ${reason}`, isSending: false });
      }
    },
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const formatBody = (body: string): string =>
  (isJson(body) ? JSON.stringify(JSON.parse(body), null, 2) : body).slice(0, maxShownCharacters);
