import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Switch.css";
import { limits } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { Switch } from "@mantine/core";
import { useFlag } from "../../../../../entities/flags/useFlag.ts";
import classes from "../../Editor.module.css";
import type { AssistantEditor } from "../../useAssistantEditor.ts";
import type { FieldsProps } from "../fieldProps.ts";
import { Section } from "../Section.tsx";
import { CustomApiList } from "./CustomApiList.tsx";
import { RegisteredOperations } from "./RegisteredOperations.tsx";

interface OperationFieldsProps extends FieldsProps {
  editor: Pick<AssistantEditor, "assistantId" | "ownBase">;
}

/** What the assistant can call while it answers. */
export function OperationFields({ editor, draft, problems, change }: OperationFieldsProps) {
  const hasApis = useFlag("assistantApis");
  const { capabilities, registeredOperations, customApis } = draft;
  const { featureOptions } = capabilities;
  const isOn = featureOptions.IncludeApiInstr;
  const count = registeredOperations.length + customApis.length;
  const isFull = count >= limits.operationsPerAssistant;
  // What keeps the assistant from being saved is shown, although the feature has been switched off.
  if (!hasApis && problems.operations === undefined) return null;
  return (
    <Section title={t`API capabilities`} note={describe(isOn, count)} field="operations">
      <Switch
        label={t`Let the assistant call APIs`}
        description={t`While it answers, it can look things up or do things in other systems.`}
        checked={isOn}
        classNames={{ root: classes.option }}
        onChange={({ currentTarget: { checked } }) =>
          change({ capabilities: { ...capabilities, featureOptions: { ...featureOptions, IncludeApiInstr: checked } } })
        }
      />
      {problems.operations !== undefined && (
        <p className={classes.problem} role="alert">
          {problems.operations}
        </p>
      )}
      {!isOn && count > 0 && (
        <p
          className={classes.note}
        >{t`What you have entered is kept. The assistant doesn’t use it while this is off.`}</p>
      )}
      {(isOn || count > 0) && (
        <>
          <RegisteredOperations
            chosen={registeredOperations}
            canAdd={!isFull}
            onChange={(operations) => change({ registeredOperations: operations })}
          />
          <CustomApiList
            draft={draft}
            savedApis={editor.ownBase?.customApis ?? []}
            assistantId={editor.assistantId}
            canAdd={!isFull}
            showsProblems={problems.operations !== undefined}
            change={change}
          />
          {isFull && (
            <p className={classes.note}>
              {plural(limits.operationsPerAssistant, {
                one: "An assistant can have # API capability.",
                other: "An assistant can have up to # API capabilities.",
              })}
            </p>
          )}
        </>
      )}
    </Section>
  );
}

function describe(isOn: boolean, count: number): string | undefined {
  if (!isOn) return count === 0 ? undefined : t({ message: "Off", comment: "An option that is switched off" });
  return count === 0 ? t`None yet` : plural(count, { one: "# API", other: "# APIs" });
}
