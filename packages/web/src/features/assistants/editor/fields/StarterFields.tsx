import { limits } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { Button, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, useRef } from "react";
import { IconButton } from "../../../../ui/IconButton.tsx";
import { isComposing } from "../../../../ui/isComposing.ts";
import classes from "../Editor.module.css";
import { type FieldsProps, inputStyles } from "./fieldProps.ts";

/** The questions that people are offered at the beginning of a chat. */
export function StarterFields({ draft: { starters }, problems, change }: FieldsProps) {
  const groupRef = useRef<HTMLFieldSetElement>(null);
  const set = (next: string[]) => change({ starters: next });
  const focusInput = (index: number) =>
    requestAnimationFrame(() => groupRef.current?.querySelectorAll("input")[index]?.focus());
  const canAdd = starters.length < limits.startersPerAssistant;
  const add = () => {
    set([...starters, ""]);
    focusInput(starters.length);
  };
  // Enter goes on to the next question. Elsewhere in the editor it saves.
  const goOnEnter = (event: KeyboardEvent, index: number) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || isComposing(event)) return;
    event.preventDefault();
    if (index < starters.length - 1) focusInput(index + 1);
    else if (canAdd && starters[index]?.trim() !== "") add();
  };
  return (
    <fieldset ref={groupRef} className={classes.group} data-draft-field="starters">
      <legend className={classes.label}>{t`Starter questions`}</legend>
      <p className={classes.note}>
        {plural(limits.startersPerAssistant, {
          one: "A question people can start with.",
          other: "Up to # questions people can start with.",
        })}
      </p>
      {starters.map((starter, index) => {
        const number = index + 1;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text changes while it is typed
          <div key={index} className={classes.starter}>
            <TextInput
              aria-label={t`Starter question ${number}`}
              value={starter}
              classNames={inputStyles}
              onChange={({ currentTarget }) => set(starters.with(index, currentTarget.value))}
              onKeyDown={(event) => goOnEnter(event, index)}
            />
            <IconButton
              name={t`Remove starter question ${number}`}
              onClick={() => {
                set(starters.toSpliced(index, 1));
                focusInput(Math.max(0, index - 1));
              }}
            >
              <IconX size={16} stroke={1.8} aria-hidden />
            </IconButton>
          </div>
        );
      })}
      {problems.starters !== undefined && (
        <p className={classes.problem} role="alert">
          {problems.starters}
        </p>
      )}
      {canAdd && (
        <Button
          className={classes.add ?? ""}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={add}
        >
          {t`Add a starter question`}
        </Button>
      )}
    </fieldset>
  );
}
