import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { useArtifactPanel } from "../../../entities/artifacts/openArtifact.ts";
import { DetailFrame } from "../../../entities/shell/detail/DetailFrame.tsx";
import classes from "./ArtifactPanel.module.css";

interface ArtifactFrameProps {
  /** What is shown, such as its name and version. */
  subtitle?: ReactNode;
  /** The arrows between the versions. */
  actions?: ReactNode;
  toolbar?: ReactNode;
  /** Handles Esc instead of closing the panel; null: Esc closes it. */
  onEscape?: (() => void) | null;
  children: ReactNode;
}

/** The panel around an artifact, with its tools at the side. */
export function ArtifactFrame({ subtitle, actions, toolbar, onEscape = null, children }: ArtifactFrameProps) {
  const { openCount, takesFocus } = useArtifactPanel();
  return (
    <DetailFrame
      title={t`Artifacts`}
      subtitle={subtitle}
      actions={actions}
      subject={openCount}
      takesFocus={takesFocus}
      onEscape={onEscape}
      className={classes.panel}
    >
      <div className={classes.layout}>
        <div className={classes.content}>{children}</div>
        {toolbar}
      </div>
    </DetailFrame>
  );
}
