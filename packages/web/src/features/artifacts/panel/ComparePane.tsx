import type { ArtifactContent } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { SelectField } from "../../../ui/SelectField.tsx";
import { findCodeLanguage } from "../code/findCodeLanguage.ts";
import { VersionDiff } from "../code/VersionDiff.tsx";
import classes from "./ArtifactPanel.module.css";

interface ComparePaneProps {
  versions: readonly ArtifactContent[];
  /** The version that is compared with an earlier one at first. */
  shown: ArtifactContent;
}

/** Shows what is different between any two versions. */
export function ComparePane({ versions, shown }: ComparePaneProps) {
  const [choice, setChoice] = useState(() => chooseVersions(versions, shown));
  const find = (number: number) => versions.find(({ version }) => version === number) ?? shown;
  const before = find(choice.before);
  const after = find(choice.after);
  const choices = versions.map(({ version }) => ({ value: String(version), label: t`Version ${version}` }));
  return (
    <>
      <div className={classes.compare}>
        <SelectField
          label={t({ message: "From", context: "version" })}
          size="xs"
          value={String(choice.before)}
          choices={choices}
          onChange={(value) => setChoice({ ...choice, before: Number(value) })}
        />
        <SelectField
          label={t({ message: "To", context: "version" })}
          size="xs"
          value={String(choice.after)}
          choices={choices}
          onChange={(value) => setChoice({ ...choice, after: Number(value) })}
        />
      </div>
      {before.contents === after.contents ? (
        <p className={classes.note}>{t`These versions have the same contents.`}</p>
      ) : (
        <VersionDiff
          label={t`Changes from version ${before.version} to version ${after.version}`}
          before={before.contents}
          after={after.contents}
          language={findCodeLanguage(after)}
        />
      )}
    </>
  );
}

/** The shown version and the one before it, or the first two. */
function chooseVersions(versions: readonly ArtifactContent[], shown: ArtifactContent) {
  const index = Math.max(
    1,
    versions.findIndex(({ version }) => version === shown.version),
  );
  return { before: (versions[index - 1] ?? shown).version, after: (versions[index] ?? shown).version };
}
