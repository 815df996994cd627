import type { ArtifactContent } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useEffect, useEffectEvent } from "react";
import { findDetailFrame } from "../../../entities/shell/detail/findDetailFrame.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import classes from "./ArtifactPanel.module.css";

interface VersionStepsProps<Version extends ArtifactContent> {
  versions: readonly Version[];
  shown: ArtifactContent;
  /** Shows another version. Null: that is not possible now, which a press explains. */
  onShow: ((version: Version) => void) | null;
  onBlocked: () => void;
}

/** The arrows between the versions of an artifact, which the arrow keys press, too. */
export function VersionSteps<Version extends ArtifactContent>(props: VersionStepsProps<Version>) {
  const { versions, shown, onShow, onBlocked } = props;
  const index = versions.findIndex(({ version }) => version === shown.version);
  const position = index + 1;
  const count = versions.length;
  const isBlocked = onShow === null;
  const step = (offset: 1 | -1) => {
    const version = versions[index + offset];
    if (!version) return;
    if (onShow) onShow(version);
    else onBlocked();
  };
  useArrowKeys(step);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label={t`Versions`} className={classes.steps}>
      <IconButton
        name={t`Previous version`}
        aria-keyshortcuts="ArrowLeft"
        aria-disabled={isBlocked || index <= 0 || undefined}
        onClick={() => step(-1)}
      >
        <IconChevronLeft size={18} stroke={1.6} />
      </IconButton>
      <span role="status" className={classes.count}>
        {t`${position} of ${count}`}
      </span>
      <IconButton
        name={t`Next version`}
        aria-keyshortcuts="ArrowRight"
        aria-disabled={isBlocked || position >= count || undefined}
        onClick={() => step(1)}
      >
        <IconChevronRight size={18} stroke={1.6} />
      </IconButton>
    </div>
  );
}

/** Steps with the arrow keys while the focus is in the panel, but not in a field or in code. */
function useArrowKeys(onStep: (offset: 1 | -1) => void): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
    if (!(event.target instanceof Element) || !findDetailFrame(event.target)) return;
    if (event.target.closest("input, select, textarea, [role=textbox], [role=combobox]")) return;
    if (event.key === "ArrowLeft") onStep(-1);
    if (event.key === "ArrowRight") onStep(1);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKeyDown(event);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
}
