import { type PythonFunction, pythonFunctionsModule } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { deleteFunction } from "../../entities/codeInterpreter/functions/pythonFunctionActions.ts";
import { pythonFunctionsQuery } from "../../entities/codeInterpreter/functions/pythonFunctionsQuery.ts";
import { LoadFailedBanner } from "../../ui/LoadFailedBanner.tsx";
import { notifyFailure } from "../../ui/notices/notify.tsx";
import classes from "./PythonFunctionsSection.module.css";

/** Lists the functions that the person has saved, and deletes them. */
export function PythonFunctionsSection() {
  const { data, error, refetch } = useQuery(pythonFunctionsQuery);
  const functions = data?.functions ?? [];
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>{t`Python functions`}</h3>
      {error && (
        <LoadFailedBanner text={t`Your functions couldn’t be loaded.`} error={error} onRetry={() => void refetch()} />
      )}
      {data && functions.length === 0 && (
        <p className={classes.text}>{t`None yet. Save a function with the bookmark of a Python block in an answer.`}</p>
      )}
      {functions.length > 0 && (
        <>
          <p className={classes.text}>
            <Trans>
              Code in every chat can use them: <code>from {pythonFunctionsModule} import …</code>
            </Trans>
          </p>
          <ul className={classes.list} aria-label={t`Python functions`}>
            {functions.map((each) => (
              <FunctionRow key={each.name} saved={each} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function FunctionRow({ saved }: { saved: PythonFunction }) {
  const [isBusy, setIsBusy] = useState(false);
  const { name, code } = saved;
  const remove = async () => {
    setIsBusy(true);
    await deleteFunction(saved).catch(notifyFailure);
    setIsBusy(false);
  };
  return (
    <li className={classes.row}>
      <details className={classes.details}>
        <summary>
          <code>{name}</code>
        </summary>
        <pre className={classes.code}>{code}</pre>
      </details>
      <Button size="xs" variant="default" aria-label={t`Delete ${name}`} loading={isBusy} onClick={() => void remove()}>
        {t`Delete`}
      </Button>
    </li>
  );
}
