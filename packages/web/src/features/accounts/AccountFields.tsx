import { type EditableRateLimit, generalAccount, limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Radio.css";
import { Radio, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useId } from "react";
import { RateLimitFields } from "../../entities/accounts/RateLimitFields.tsx";
import fieldClasses from "../../ui/fields.module.css";
import { IconButton } from "../../ui/IconButton.tsx";
import classes from "./Accounts.module.css";
import type { AccountDraft, DraftProblem } from "./accountDrafts.ts";

interface AccountFieldsProps {
  draft: AccountDraft;
  invalidField: DraftProblem["field"];
  onChange: (changes: Partial<AccountDraft>) => void;
  onRemove: () => void;
}

/** One account: its name, its COA string, its limit, and whether it is the default. */
export function AccountFields({ draft, invalidField, onChange, onRemove }: AccountFieldsProps) {
  const isGeneral = draft.id === generalAccount.id && !draft.isNew;
  const nameId = useId();
  const name = draft.name.trim() || t`New account`;
  return (
    <fieldset className={classes.account} aria-labelledby={nameId}>
      <div className={classes.head}>
        <span id={nameId} className={classes.name}>
          {name}
        </span>
        <Radio
          name="defaultAccount"
          label={t`Default`}
          classNames={{ radio: fieldClasses.box ?? "" }}
          checked={draft.isDefault}
          onChange={() => onChange({ isDefault: true })}
        />
        {!isGeneral && (
          <IconButton name={t`Delete ${name}`} onClick={onRemove}>
            <IconTrash size={18} stroke={1.6} aria-hidden />
          </IconButton>
        )}
      </div>
      {!isGeneral && (
        <div className={classes.fields}>
          <TextInput
            label={t`Name`}
            classNames={{ input: fieldClasses.input ?? "" }}
            data-autofocus={draft.isNew || undefined}
            maxLength={limits.accountNameLength}
            value={draft.name}
            error={invalidField === "name"}
            onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
          />
          <TextInput
            label={t`COA string`}
            classNames={{ input: fieldClasses.input ?? "" }}
            autoComplete="off"
            spellCheck={false}
            maxLength={limits.accountIdLength}
            readOnly={!draft.isNew}
            value={draft.id}
            error={invalidField === "id"}
            onChange={({ currentTarget }) => onChange({ id: currentTarget.value })}
          />
        </div>
      )}
      <RateLimitFields
        rateLimit={draft.rateLimit}
        onChange={(rateLimit: EditableRateLimit) => onChange({ rateLimit })}
      />
    </fieldset>
  );
}
