import { hasRequestBody, requestTypes } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Textarea, TextInput } from "@mantine/core";
import { SelectField } from "../../../../../ui/SelectField.tsx";
import { asksBeforeCalls, isNewApi } from "../../draft/customApiDraft.ts";
import { findOriginProblem } from "../../draft/findApiProblems.ts";
import { formatPlaceholder } from "../../draft/operationTexts.ts";
import editorClasses from "../../Editor.module.css";
import { inputStyles } from "../fieldProps.ts";
import { OptionCheck } from "../OptionChecks.tsx";
import { AuthFields } from "./AuthFields.tsx";
import type { ApiFieldsProps } from "./apiFieldsProps.ts";
import { BodyField } from "./BodyField.tsx";
import { HeaderRows } from "./HeaderRows.tsx";
import classes from "./Operations.module.css";
import { ParamRows } from "./ParamRows.tsx";

interface CustomApiFieldsProps extends ApiFieldsProps {
  functionName: string;
}

/** The fields of a custom API. */
export function CustomApiFields({ functionName, ...props }: CustomApiFieldsProps) {
  const { api, saved, problems, onChange } = props;
  const { name, requestType, url, description, confirmationMessage } = api;
  const originProblem = findOriginProblem(api, saved);
  return (
    <>
      <TextInput
        label={t`Name`}
        description={
          isNewApi(api)
            ? t`The model calls it ${functionName}.`
            : t`The model calls it ${functionName}, even if you rename it.`
        }
        maxLength={200}
        error={problems.name}
        value={name}
        classNames={inputStyles}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <div className={classes.request}>
        <SelectField
          label={t`Request type`}
          error={problems.requestType}
          value={requestType ?? ""}
          choices={requestTypes.map((type) => ({ value: type, label: type }))}
          onChange={(value) => onChange({ requestType: requestTypes.find((type) => type === value) ?? null })}
        />
        <TextInput
          label={t`URL`}
          // Not translated: an address is the same in every language.
          placeholder={`https://api.example.org/courses/${formatPlaceholder("id")}`}
          inputMode="url"
          spellCheck={false}
          autoComplete="off"
          maxLength={2_000}
          error={problems.url}
          value={url}
          classNames={inputStyles}
          onChange={({ currentTarget }) => onChange({ url: currentTarget.value })}
        />
      </div>
      {originProblem !== null && problems.url === undefined && (
        <p className={`${editorClasses.note} ${classes.warning}`} role="status">
          {originProblem}
        </p>
      )}
      <ParamRows {...props} />
      <HeaderRows {...props} />
      {requestType !== null && hasRequestBody(requestType) && <BodyField {...props} />}
      <AuthFields {...props} />
      <Textarea
        label={t`Description`}
        description={t`What it does and when to use it, for the model.`}
        rows={3}
        maxLength={10_000}
        error={problems.description}
        value={description}
        classNames={inputStyles}
        onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
      />
      <OptionCheck
        label={t`Ask before each call`}
        description={t`People who chat with the assistant can then refuse it.`}
        isOn={asksBeforeCalls(api)}
        onChange={(shouldConfirm) => onChange({ shouldConfirm })}
      />
      {asksBeforeCalls(api) && (
        <TextInput
          label={t`Question before each call (optional)`}
          placeholder={t`Do you want to allow the assistant to perform the specified operation?`}
          maxLength={1_000}
          error={problems.confirmationMessage}
          value={confirmationMessage}
          classNames={inputStyles}
          onChange={({ currentTarget }) => onChange({ confirmationMessage: currentTarget.value })}
        />
      )}
    </>
  );
}
