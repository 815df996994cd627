import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Switch.css";
import { hasRequestBody, type RequestType, requestTypes } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Switch, Textarea, TextInput } from "@mantine/core";
import type { RefObject } from "react";
import fieldClasses from "../../../ui/fields.module.css";
import { SelectField } from "../../../ui/SelectField.tsx";
import adminClasses from "../Admin.module.css";
import { AuthFields } from "./AuthFields.tsx";
import classes from "./Operations.module.css";
import type { OperationDraft } from "./operationDraft.ts";
import { ParamsField } from "./ParamsField.tsx";

interface OperationFieldsProps {
  draft: OperationDraft;
  onChange: (changes: Partial<OperationDraft>) => void;
  nameRef: RefObject<HTMLInputElement | null>;
}

const inputClass = { input: fieldClasses.input ?? "" };

export function OperationFields({ draft, onChange, nameRef }: OperationFieldsProps) {
  return (
    <>
      <TextInput
        ref={nameRef}
        classNames={inputClass}
        label={t`Function name`}
        description={t`By which models call it: letters, digits, _ and -.`}
        withAsterisk
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        value={draft.id}
        onChange={(event) => onChange({ id: event.currentTarget.value })}
      />
      <div className={classes.request}>
        <TextInput
          classNames={inputClass}
          label={t`URL`}
          // Not translated: a scheme is the same in every language.
          placeholder="https://"
          withAsterisk
          autoComplete="off"
          spellCheck={false}
          maxLength={2_000}
          value={draft.url}
          onChange={(event) => onChange({ url: event.currentTarget.value })}
        />
        <SelectField
          label={t({ message: "Method", context: "request" })}
          value={draft.method}
          choices={requestTypes.map((type) => ({ value: type, label: type }))}
          onChange={(method) => onChange({ method: method as RequestType })} // one of the choices
        />
      </div>
      <Textarea
        classNames={inputClass}
        label={t`Description`}
        description={t`It tells models what the op does and when to call it.`}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2_000}
        value={draft.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      {hasRequestBody(draft.method) ? (
        <ParamsField params={draft.params} onChange={(params) => onChange({ params })} />
      ) : (
        <p className={adminClasses.note}>{t`GET and DELETE requests have no parameters.`}</p>
      )}
      <TextInput
        classNames={inputClass}
        label={t`Tags`}
        description={t`Separated by commas.`}
        withAsterisk
        autoComplete="off"
        maxLength={3_000}
        value={draft.tags}
        onChange={(event) => onChange({ tags: event.currentTarget.value })}
      />
      <AuthFields auth={draft.auth} onChange={(auth) => onChange({ auth })} />
      <Switch
        label={t`Ask before each call`}
        description={t`The person in the chat allows or declines it.`}
        checked={draft.shouldConfirm}
        onChange={(event) => onChange({ shouldConfirm: event.currentTarget.checked })}
      />
      {draft.shouldConfirm && (
        <TextInput
          classNames={inputClass}
          label={t`Question`}
          placeholder={t`Do you want to allow the assistant to perform the specified operation?`}
          autoComplete="off"
          maxLength={1_000}
          value={draft.confirmationMessage}
          onChange={(event) => onChange({ confirmationMessage: event.currentTarget.value })}
        />
      )}
      <TextInput
        classNames={inputClass}
        label={t`Error message`}
        description={t`What the model is told if a call fails. If it is empty, the model is told the reason.`}
        autoComplete="off"
        maxLength={1_000}
        value={draft.defaultErrorMessage}
        onChange={(event) => onChange({ defaultErrorMessage: event.currentTarget.value })}
      />
    </>
  );
}
