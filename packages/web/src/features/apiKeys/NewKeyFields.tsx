import { type Account, type ApiKeyKind, limits } from "@lectern/contract";
import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Radio.css";
import { t } from "@lingui/core/macro";
import { Radio, Textarea, TextInput } from "@mantine/core";
import { PersonInput } from "../../entities/groups/people/PersonInput.tsx";
import fieldClasses from "../../ui/fields.module.css";
import classes from "./ApiKeys.module.css";
import { KeyFields } from "./KeyFields.tsx";
import type { NewKey, NewKeyProblems } from "./newKey.ts";

interface NewKeyFieldsProps {
  value: NewKey;
  accounts: readonly Account[];
  problems: NewKeyProblems | null;
  ownEmail: string;
  onChange: (changes: Partial<NewKey>) => void;
}

/** The fields of a key that is not created yet. */
export function NewKeyFields({ value, accounts, problems, ownEmail, onChange }: NewKeyFieldsProps) {
  return (
    <div className={classes.form}>
      <TextInput
        label={t`Name`}
        description={t`What the key is for, such as the name of the program.`}
        inputWrapperOrder={["label", "input", "description", "error"]}
        classNames={{ input: fieldClasses.input ?? "" }}
        data-autofocus
        maxLength={limits.apiKeyNameLength}
        value={value.name}
        error={problems?.name && <span role="alert">{problems.name}</span>}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <Textarea
        label={t`Description`}
        autosize
        minRows={2}
        maxRows={6}
        classNames={{ input: fieldClasses.input ?? "" }}
        maxLength={limits.apiKeyDescriptionLength}
        value={value.description}
        onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
      />
      <Radio.Group
        label={t`Who uses it`}
        value={value.kind}
        // The values are the kinds.
        onChange={(kind) => onChange({ kind: kind as ApiKeyKind })}
      >
        <div className={classes.kinds}>
          {listKinds().map(({ kind, label, description }) => (
            <Radio
              key={kind}
              value={kind}
              label={label}
              description={description}
              classNames={{ radio: fieldClasses.box ?? "" }}
            />
          ))}
        </div>
      </Radio.Group>
      {value.kind === "delegate" && (
        <PersonInput
          label={t`Person`}
          description={t`Only this person can see the secret. You pay, and you can change and deactivate the key.`}
          value={value.delegate}
          error={problems?.delegate ?? null}
          ownEmail={ownEmail}
          onChange={(delegate) => onChange({ delegate })}
        />
      )}
      <KeyFields value={value} accounts={accounts} onChange={onChange} />
    </div>
  );
}

const listKinds = (): { kind: ApiKeyKind; label: string; description: string }[] => [
  { kind: "personal", label: t`You`, description: t`The program acts as you, with your rights.` },
  { kind: "delegate", label: t`Another person`, description: t`The program acts as this person, with their rights.` },
  {
    kind: "system",
    label: t`A system`,
    description: t`The program acts for itself. It gets a system ID, which can be a member of groups.`,
  },
];
