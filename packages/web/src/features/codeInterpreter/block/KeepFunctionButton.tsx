import { findPythonFunctionName, limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconBookmark } from "@tabler/icons-react";
import { useState } from "react";
import { keepFunction } from "../../../entities/codeInterpreter/functions/pythonFunctionActions.ts";
import codeClasses from "../../../ui/markdown/code/codeBlock.module.css";
import { notifyFailure } from "../../../ui/notices/notify.tsx";

/** The button that keeps the first function of some code, so that code in every chat can import it. Without one, nothing. */
export function KeepFunctionButton({ code }: { code: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const name = findPythonFunctionName(code);
  if (name === null || name.length > limits.pythonFunctionNameLength) return null;
  const keep = async () => {
    setIsBusy(true);
    await keepFunction(name, code).catch(notifyFailure);
    setIsBusy(false);
  };
  const label = t`Save function “${name}”`;
  return (
    <button
      type="button"
      className={codeClasses.action}
      aria-label={label}
      title={label}
      disabled={isBusy}
      onClick={() => void keep()}
    >
      <IconBookmark size={15} aria-hidden="true" />
    </button>
  );
}
