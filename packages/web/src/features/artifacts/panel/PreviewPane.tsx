import type { ArtifactContent } from "@lectern/contract";
import { plural } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconTool } from "@tabler/icons-react";
import { useState } from "react";
import { ArtifactPreview } from "../../../ui/preview/ArtifactPreview.tsx";
import type { PreviewError } from "../../../ui/preview/previewMessages.ts";
import classes from "./ArtifactPanel.module.css";

interface PreviewPaneProps {
  version: ArtifactContent;
  /** Quotes the errors in the message field, to ask for a version without them; null: nobody can be asked now. */
  onFix: ((errors: readonly PreviewError[]) => void) | null;
}

/** The preview of a version, with a button that takes its errors to the chat. */
export function PreviewPane({ version: { type, name, contents }, onFix }: PreviewPaneProps) {
  const [errors, setErrors] = useState<readonly PreviewError[]>([]);
  return (
    <div className={classes.preview}>
      <ArtifactPreview
        {...{ type, name, contents }}
        onErrors={setErrors}
        errorAction={
          onFix && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconTool size={16} stroke={1.6} aria-hidden />}
              onClick={() => onFix(errors)}
            >
              {plural(errors.length, { one: "Fix this error", other: "Fix these # errors" })}
            </Button>
          )
        }
      />
    </div>
  );
}
