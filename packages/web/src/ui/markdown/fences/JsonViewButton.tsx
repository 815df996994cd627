import { t } from "@lingui/core/macro";
import { IconBinaryTree } from "@tabler/icons-react";
import { useId, useMemo } from "react";
import classes from "../code/codeBlock.module.css";
import { parseJson } from "./parseJson.ts";

interface JsonViewButtonProps {
  code: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Toggles the sandbox view of a JSON block. Disabled, with the reason, if the block is not valid JSON. */
export function JsonViewButton({ code, isOn, onChange }: JsonViewButtonProps) {
  const isValid = useMemo(() => parseJson(code) !== undefined, [code]);
  const reasonId = useId();
  return (
    <>
      {!isValid && (
        <span id={reasonId} className={classes.reason}>
          {t`Not valid JSON`}
        </span>
      )}
      <button
        type="button"
        className={classes.action}
        aria-label={t`Sandbox view`}
        title={isValid ? t`Sandbox view` : t`The sandbox view needs valid JSON`}
        aria-pressed={isOn}
        aria-disabled={!isValid}
        aria-describedby={isValid ? undefined : reasonId}
        onClick={() => isValid && onChange(!isOn)}
      >
        <IconBinaryTree size={15} aria-hidden="true" />
      </button>
    </>
  );
}
