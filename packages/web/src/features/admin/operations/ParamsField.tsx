import { limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import fieldClasses from "../../../ui/fields.module.css";
import { IconButton } from "../../../ui/IconButton.tsx";
import classes from "../Admin.module.css";
import type { OperationDraft } from "./operationDraft.ts";

type Params = OperationDraft["params"];

/** The values that the model chooses for each call. */
export function ParamsField({ params, onChange }: { params: Params; onChange: (params: Params) => void }) {
  const replace = (index: number, changes: Partial<Params[number]>) =>
    onChange(params.map((param, at) => (at === index ? { ...param, ...changes } : param)));
  const grow = { root: classes.grow ?? "", input: fieldClasses.input ?? "" };
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.rowTitle}>{t({ message: "Parameters", context: "request" })}</legend>
      <p className={classes.note}>{t`The model chooses their values for each call.`}</p>
      {params.map(({ name, description }, index) => {
        const number = index + 1;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: each field keeps its place while its text changes
          <div key={index} className={classes.newGroup}>
            <TextInput
              classNames={grow}
              label={t`Name of parameter ${number}`}
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              value={name}
              onChange={(event) => replace(index, { name: event.currentTarget.value })}
            />
            <TextInput
              classNames={grow}
              label={t`Description of parameter ${number}`}
              autoComplete="off"
              maxLength={10_000}
              value={description}
              onChange={(event) => replace(index, { description: event.currentTarget.value })}
            />
            <IconButton
              name={t`Remove parameter ${number}`}
              onClick={() => onChange(params.filter((_, at) => at !== index))}
            >
              <IconX size={16} stroke={1.8} />
            </IconButton>
          </div>
        );
      })}
      {params.length < limits.paramsPerOperation && (
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onChange([...params, { name: "", description: "" }])}
          >
            {t`Add a parameter`}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
