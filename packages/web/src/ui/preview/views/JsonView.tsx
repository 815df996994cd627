import { t } from "@lingui/core/macro";
import { CodeText } from "../../markdown/code/CodeText.tsx";
import { JsonTree } from "../../markdown/fences/JsonTree.tsx";
import { parseJson } from "../../markdown/fences/parseJson.ts";
import classes from "../ArtifactPreview.module.css";

/** Shows JSON as a tree, or as text if it is not valid. */
export function JsonView({ code }: { code: string }) {
  const isValid = parseJson(code) !== undefined;
  return (
    <div className={classes.scroll}>
      {isValid ? (
        <JsonTree code={code} />
      ) : (
        <>
          <p className={classes.problem}>{t`This isn’t valid JSON. Here is the text.`}</p>
          <CodeText code={code} language="json" isComplete />
        </>
      )}
    </div>
  );
}
