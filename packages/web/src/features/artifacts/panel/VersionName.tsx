import type { ArtifactContent } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import classes from "./ArtifactPanel.module.css";

/** The name of an artifact and its version. */
export function VersionName({ version: { name, version, createdAt, sharedBy } }: { version: ArtifactContent }) {
  const details = [t`Version ${version}`, createdAt, sharedBy === null ? "" : t`shared by ${sharedBy}`].filter(
    (text) => text !== "",
  );
  return (
    <p className={classes.name} title={[name, ...details].join(" · ")} dir="auto">
      <strong>{name}</strong> {details.join(" · ")}
    </p>
  );
}
