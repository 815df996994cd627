import { limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import { isHeaderNameWrong, lacksValue } from "../../draft/findApiProblems.ts";
import { inputStyles } from "../fieldProps.ts";
import type { ApiFieldsProps } from "./apiFieldsProps.ts";
import { RowList } from "./RowList.tsx";
import { SecretField } from "./SecretField.tsx";

/** The headers of the request, whose values are stored like secrets. */
export function HeaderRows({ api, saved, problems, onChange }: ApiFieldsProps) {
  return (
    <RowList
      title={t({ message: "Headers", context: "HTTP" })}
      problem={problems.headers}
      rows={api.headers}
      emptyRow={{ name: "", value: "" }}
      maxRows={limits.headersPerRequest}
      addLabel={t`Add a header`}
      formatRemove={(number) => t`Remove header ${number}`}
      onChange={(headers) => onChange({ headers })}
      renderRow={(header, index, update) => {
        const number = index + 1;
        return (
          <>
            <TextInput
              aria-label={t`Name of header ${number}`}
              placeholder={t`Name`}
              spellCheck={false}
              autoComplete="off"
              maxLength={100}
              error={problems.headers !== undefined && isHeaderNameWrong(api, index)}
              value={header.name}
              classNames={inputStyles}
              onChange={({ currentTarget }) => update({ ...header, name: currentTarget.value })}
            />
            <SecretField
              ariaLabel={t`Value of header ${number}`}
              placeholder={t`Value`}
              isLegible
              maxLength={4_000}
              error={problems.headers !== undefined && lacksValue(header)}
              stored={findHeader(saved, header.name)?.value}
              value={header.value}
              onChange={(value) => update({ ...header, value })}
            />
          </>
        );
      }}
    />
  );
}

function findHeader(saved: ApiFieldsProps["saved"], name: string) {
  const key = name.trim().toLowerCase();
  return saved?.headers.find((header) => header.name.toLowerCase() === key);
}
