import { limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { ConfirmDialog } from "../../../../ui/modal/ConfirmDialog.tsx";
import { ProgressBar } from "../../../../ui/ProgressBar.tsx";
import classes from "../../Admin.module.css";
import { useDisclosureUpload } from "./useDisclosureUpload.ts";

/** Replaces the data disclosure agreement by a PDF, after a question. */
export function DisclosureUpload() {
  const inputRef = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<File | null>(null);
  const { upload, progress, failure } = useDisclosureUpload();
  const megabytes = limits.disclosureBytes / 1_000_000;
  const name = chosen?.name ?? "";
  return (
    <div className={classes.section}>
      <div className={classes.choices}>
        <Button
          leftSection={<IconUpload size={16} stroke={1.8} aria-hidden />}
          variant="default"
          loading={progress !== null}
          onClick={() => inputRef.current?.click()}
        >
          {t`Upload a PDF`}
        </Button>
        <input
          ref={inputRef}
          type="file"
          accept=".pdf,application/pdf"
          aria-label={t`Data disclosure document`}
          tabIndex={-1}
          hidden
          onChange={(event) => {
            setChosen(event.currentTarget.files?.[0] ?? null);
            // Reset the input, so that the same file can be chosen again.
            event.currentTarget.value = "";
          }}
        />
      </div>
      <p className={classes.note}>{t`A PDF with text, at most ${megabytes} MB. People read its text here.`}</p>
      {progress !== null && (
        <div role="status">
          <p className={classes.note}>{progress < 1 ? t`Uploading the document…` : t`Reading the document…`}</p>
          {progress < 1 && <ProgressBar label={t`Upload`} value={progress} max={1} />}
        </div>
      )}
      {failure && (
        <div role="alert" className={classes.problem}>
          <p>{t`Unable to upload the Data Disclosure file at this time...`}</p>
          <p>{failure}</p>
        </div>
      )}
      <ConfirmDialog
        isOpen={chosen !== null}
        title={t`Upload the data disclosure`}
        message={t`Everybody for whom the feature is on has to accept “${name}” before they can go on.`}
        confirmLabel={t`Upload`}
        onConfirm={() => {
          if (chosen) upload(chosen);
          setChosen(null);
        }}
        onCancel={() => setChosen(null)}
      />
    </div>
  );
}
