import { limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Textarea } from "@mantine/core";
import fieldClasses from "../../../../ui/fields.module.css";
import type { AppearanceFieldsProps } from "./appearanceFields.ts";

/** What people accept by signing in. */
export function ConditionsField({ appearance: { conditions }, change }: AppearanceFieldsProps) {
  return (
    <Textarea
      classNames={{ input: fieldClasses.input ?? "" }}
      label={t`Conditions on the sign-in page`}
      description={t`Plain text. An empty line starts a new paragraph. The links to the data policy and to the address for questions stay below it.`}
      placeholder={t`The conditions of the product, for faculty, staff and students`}
      autosize
      minRows={3}
      maxRows={16}
      maxLength={limits.conditionsLength}
      value={conditions ?? ""}
      onChange={(event) => change({ conditions: event.currentTarget.value || null })}
    />
  );
}
