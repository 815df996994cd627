import { t } from "@lingui/core/macro";
import type { DialogProps } from "../../../entities/shell/dialogs.ts";
import { ImportChoice } from "./ImportChoice.tsx";
import { ImportFrame } from "./ImportFrame.tsx";
import { useImport } from "./useImport.ts";
import { useImportTarget } from "./useImportTarget.ts";

/** Imports conversations, folders and prompts from a file after a preview. Overwrites nothing. */
export function ImportDialog(props: DialogProps) {
  const { target, failed } = useImportTarget();
  const steps = useImport();
  return (
    <ImportFrame
      {...props}
      title={t`Import`}
      steps={steps}
      target={target}
      choice={
        <ImportChoice
          isReady={target !== null}
          failed={failed}
          problem={steps.state.step === "choosing" ? steps.state.problem : null}
          onFile={(file) => void steps.read(file)}
        />
      }
      onChooseAnother={steps.reset}
    />
  );
}
