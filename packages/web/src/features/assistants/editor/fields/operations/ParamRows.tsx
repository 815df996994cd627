import { findPlaceholders, hasRequestBody, limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import { formatList } from "../../../../../lib/i18n/formats.ts";
import type { CustomApiDraft } from "../../draft/customApiDraft.ts";
import { isParamNameWrong } from "../../draft/findApiProblems.ts";
import { formatPlaceholder } from "../../draft/operationTexts.ts";
import editorClasses from "../../Editor.module.css";
import { inputStyles } from "../fieldProps.ts";
import type { ApiFieldsProps } from "./apiFieldsProps.ts";
import { RowList } from "./RowList.tsx";

/** The values that the model chooses for each call. */
export function ParamRows({ api, problems, onChange }: ApiFieldsProps) {
  const lines = describeUse(api);
  return (
    <RowList
      title={t`AI-chosen parameters`}
      note={t`The model chooses their values for each call.`}
      problem={problems.params}
      rows={api.params}
      emptyRow={{ name: "", description: "" }}
      maxRows={limits.paramsPerOperation}
      addLabel={t`Add a parameter`}
      formatRemove={(number) => t`Remove parameter ${number}`}
      onChange={(params) => onChange({ params })}
      renderRow={(param, index, update) => {
        const number = index + 1;
        return (
          <>
            <TextInput
              aria-label={t`Name of parameter ${number}`}
              placeholder={t`Name`}
              spellCheck={false}
              autoComplete="off"
              maxLength={200}
              error={problems.params !== undefined && isParamNameWrong(api, index)}
              value={param.name}
              classNames={inputStyles}
              onChange={({ currentTarget }) => update({ ...param, name: currentTarget.value })}
            />
            <TextInput
              aria-label={t`Description of parameter ${number}`}
              placeholder={t`Description`}
              maxLength={10_000}
              value={param.description}
              classNames={inputStyles}
              onChange={({ currentTarget }) => update({ ...param, description: currentTarget.value })}
            />
          </>
        );
      }}
    >
      {lines.map((line) => (
        <p key={line} className={editorClasses.note}>
          {line}
        </p>
      ))}
    </RowList>
  );
}

/** Names parameters that the request does not send, and what it mentions that is no parameter. */
function describeUse({ params, requestType, url, headers, body }: CustomApiDraft): string[] {
  const hasBody = requestType !== null && hasRequestBody(requestType);
  const mentioned = findPlaceholders([url, ...headers.map(({ value }) => value), hasBody ? body : ""].join("\n"));
  const names = params.map(({ name }) => name.trim()).filter((name) => name !== "");
  // The field of the body says that an empty one sends all.
  const unused = hasBody && body.trim() === "" ? [] : names.filter((name) => !mentioned.includes(name));
  const unknown = mentioned.filter((name) => !names.includes(name));
  const unusedList = formatList(unused);
  const unknownList = formatList(unknown.map(formatPlaceholder));
  const placeholder = formatPlaceholder(unused[0] ?? "");
  const unusedText = t`Not sent, because the request doesn’t mention it: ${unusedList}. Write ${placeholder} where its value belongs.`;
  return [unused.length > 0 ? unusedText : "", unknown.length > 0 ? t`Not a parameter yet: ${unknownList}` : ""].filter(
    (line) => line !== "",
  );
}
