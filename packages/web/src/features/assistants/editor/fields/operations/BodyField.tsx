import { t } from "@lingui/core/macro";
import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import editorClasses from "../../Editor.module.css";
import { inputStyles } from "../fieldProps.ts";
import type { ApiFieldsProps } from "./apiFieldsProps.ts";
import { formatJson } from "./formatJson.ts";
import classes from "./Operations.module.css";

/** The body of the request, in which parameters can stand for values and within texts. */
export function BodyField({ api: { body }, problems, onChange }: ApiFieldsProps) {
  // The body that could not be formatted.
  const [malformed, setMalformed] = useState<string | null>(null);
  const problem = malformed === body ? t`This isn’t valid JSON.` : undefined;
  const format = () => {
    const formatted = formatJson(body);
    setMalformed(formatted === null ? body : null);
    if (formatted !== null) onChange({ body: formatted });
  };
  return (
    <div className={editorClasses.group}>
      <Textarea
        label={t`JSON body`}
        description={t`Empty: all parameters are sent as a JSON object.`}
        rows={6}
        spellCheck={false}
        maxLength={50_000}
        error={problems.body ?? problem}
        value={body}
        classNames={{ input: `${inputStyles.input} ${classes.code}` }}
        onChange={({ currentTarget }) => onChange({ body: currentTarget.value })}
      />
      <Button
        className={editorClasses.add ?? ""}
        variant="default"
        size="xs"
        disabled={body.trim() === ""}
        onClick={format}
      >
        {t`Format JSON`}
      </Button>
    </div>
  );
}
