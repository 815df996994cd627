import { parseArtifactRequest } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconFileText } from "@tabler/icons-react";
import { jsonrepair } from "jsonrepair";
import { useMemo } from "react";
import { useFlag } from "../../../entities/flags/useFlag.ts";
import { CodeBlock } from "../../../ui/markdown/code/CodeBlock.tsx";
import type { FenceProps } from "../../../ui/markdown/fences/fenceContributions.ts";
import classes from "./ArtifactFence.module.css";

/** A model's request for an artifact, without its JSON. It gives way to the button of the artifact below the answer. */
export function ArtifactFence({ code, language, isComplete }: FenceProps) {
  const hasFlag = useFlag("artifacts");
  const request = useMemo(() => (isComplete ? parseArtifactRequest(code, jsonrepair) : null), [code, isComplete]);
  if (!hasFlag || request?.state === "broken") {
    return (
      <div className={classes.request}>
        <CodeBlock code={code} language={hasFlag ? "json" : language} isComplete={isComplete} />
      </div>
    );
  }
  if (!request) {
    return (
      <p className={`${classes.request} ${classes.card}`} role="status" aria-busy="true">
        <IconFileText size={20} stroke={1.6} aria-hidden />
        <span className={classes.description}>{t`Planning an artifact…`}</span>
      </p>
    );
  }
  const { name, id, description } = request.block;
  return (
    <section className={`${classes.request} ${classes.card}`} aria-label={t`Artifact requested`}>
      <IconFileText size={20} stroke={1.6} aria-hidden />
      <div className={classes.text}>
        <p className={classes.name} dir="auto">
          {name || id}
        </p>
        {description !== "" && (
          <p className={classes.description} dir="auto">
            {description}
          </p>
        )}
      </div>
    </section>
  );
}
