import type { ArtifactContent } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useState } from "react";
import { CodeEditor } from "../code/CodeEditor.tsx";
import { findCodeLanguage } from "../code/findCodeLanguage.ts";
import classes from "./ArtifactPanel.module.css";

interface EditPaneProps {
  version: ArtifactContent;
  /** The edited text. */
  text: string;
  /** True if saving overwrites this version. Otherwise it makes a version after the latest. */
  isLatest: boolean;
  /** True if the version was changed elsewhere, so that it is not overwritten. */
  isConflict: boolean;
  onChange: (text: string) => void;
  onCancel: () => void;
  /** Never rejects. */
  onSave: () => Promise<void>;
  /** Never rejects. */
  onSaveAsNew: () => Promise<void>;
}

/** Edits the contents of a version. */
export function EditPane({
  version,
  text,
  isLatest,
  isConflict,
  onChange,
  onCancel,
  onSave,
  onSaveAsNew,
}: EditPaneProps) {
  const { name } = version;
  const [isSaving, setIsSaving] = useState(false);
  const [language] = useState(() => findCodeLanguage(version));
  const [initialText] = useState(text);
  const save = () => {
    setIsSaving(true);
    void (isConflict ? onSaveAsNew : onSave)().finally(() => setIsSaving(false));
  };
  return (
    <>
      <CodeEditor label={t`Edit ${name}`} text={initialText} language={language} onChange={onChange} />
      <div className={classes.bar}>
        {isConflict && (
          <span className={classes.barNote} role="alert">
            {t`This version has since been changed elsewhere. Your text is kept here.`}
          </span>
        )}
        {!isLatest && !isConflict && (
          <span className={classes.barNote}>{t`This is an older version. Saving adds a new one.`}</span>
        )}
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          {t`Cancel`}
        </Button>
        <Button size="compact-sm" loading={isSaving} onClick={save}>
          {isConflict ? t`Save as a new version` : t`Save changes`}
        </Button>
      </div>
    </>
  );
}
