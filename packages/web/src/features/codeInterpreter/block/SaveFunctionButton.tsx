import { findPythonFunctionName, limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconBookmark } from "@tabler/icons-react";
import { useState } from "react";
import { saveFunction } from "../../../entities/codeInterpreter/functions/pythonFunctionActions.ts";
import codeClasses from "../../../ui/markdown/code/codeBlock.module.css";
import { notifyFailure } from "../../../ui/notices/notify.tsx";

/** The button that saves the first function of some code, so that code in every chat can import it. Without one, nothing. */
export function SaveFunctionButton({ code }: { code: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const name = findPythonFunctionName(code);
  if (name === null || name.length > limits.pythonFunctionNameLength) return null;
  const save = async () => {
    setIsBusy(true);
    await saveFunction(name, code).catch(notifyFailure);
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
      onClick={() => void save()}
    >
      <IconBookmark size={15} aria-hidden="true" />
    </button>
  );
}
