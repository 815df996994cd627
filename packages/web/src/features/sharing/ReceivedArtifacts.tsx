import type { SavedArtifact } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useId } from "react";
import { openArtifact } from "../../entities/artifacts/openArtifact.ts";
import classes from "./ShareTab.module.css";

type ReceivedArtifact = SavedArtifact & { sharedBy: string };

export const isReceived = (artifact: SavedArtifact): artifact is ReceivedArtifact => artifact.sharedBy !== null;

/** The artifacts that others have shared with the person. */
export function ReceivedArtifacts({ artifacts }: { artifacts: readonly ReceivedArtifact[] }) {
  const headingId = useId();
  if (artifacts.length === 0) return null;
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className={classes.sender}>
        {t`Artifacts`}
      </h3>
      <ul className={classes.list}>
        {artifacts.map(({ key, name, createdAt, sharedBy }) => (
          <li key={key} className={classes.row}>
            <button type="button" className={classes.open} onClick={() => openArtifact({ savedKey: key, name })}>
              <span className={classes.note} dir="auto">
                {name}
              </span>
              <span className={classes.details}>{t`${createdAt} · shared by ${sharedBy}`}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
