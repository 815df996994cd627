import type { ArtifactContent } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconMessageQuestion } from "@tabler/icons-react";
import { useState } from "react";
import { CodeEditor } from "../code/CodeEditor.tsx";
import { findCodeLanguage } from "../code/findCodeLanguage.ts";
import classes from "./ArtifactPanel.module.css";

interface CodePaneProps {
  version: ArtifactContent;
  /** True while it is being written. */
  isGrowing?: boolean;
  /** Asks about a selected part; null: nobody can be asked. */
  onAsk: ((selection: string) => void) | null;
}

/** The code of a version. What is selected in it can be asked about. */
export function CodePane({ version, isGrowing = false, onAsk }: CodePaneProps) {
  const { name, contents } = version;
  const [selection, setSelection] = useState("");
  return (
    <>
      <CodeEditor
        label={t`Code of ${name}`}
        text={contents}
        language={findCodeLanguage(version)}
        isGrowing={isGrowing}
        onSelect={setSelection}
      />
      {onAsk && selection.trim() !== "" && (
        <div className={classes.bar}>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconMessageQuestion size={16} stroke={1.6} aria-hidden />}
            onClick={() => onAsk(selection)}
          >
            {t`Ask about this`}
          </Button>
        </div>
      )}
    </>
  );
}
