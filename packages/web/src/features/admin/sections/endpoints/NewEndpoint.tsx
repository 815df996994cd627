import "@mantine/core/styles/Checkbox.css";
import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/PasswordInput.css";
import type { ModelEndpointConfig } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, Checkbox, PasswordInput, TextInput } from "@mantine/core";
import fieldClasses from "../../../../ui/fields.module.css";
import classes from "../../Admin.module.css";

const exampleUrl = "https://…/v1";

interface NewEndpointProps {
  endpoint: ModelEndpointConfig;
  onChange: (endpoint: ModelEndpointConfig) => void;
  onRemove: () => void;
}

/** The fields of an address that is not saved yet. */
export function NewEndpoint({ endpoint, onChange, onRemove }: NewEndpointProps) {
  const { url, key, needsNoKey } = endpoint;
  return (
    <fieldset className={classes.fieldset} aria-label={t`New address`}>
      <TextInput
        classNames={{ input: fieldClasses.input ?? "" }}
        label={t`Address`}
        description={t`An OpenAI-compatible server, usually with /v1 at its end, or a resource or a deployment of Azure.`}
        placeholder={exampleUrl}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={2_000}
        value={url}
        onChange={(event) => onChange({ ...endpoint, url: event.currentTarget.value })}
      />
      {!needsNoKey && (
        <PasswordInput
          classNames={{ input: fieldClasses.input ?? "" }}
          label={t`Key`}
          description={t`Without an address or a key, it stays here and is not saved.`}
          autoComplete="new-password"
          maxLength={4_000}
          value={key}
          visibilityToggleButtonProps={{ "aria-label": t`Show the key` }}
          onChange={(event) => onChange({ ...endpoint, key: event.currentTarget.value })}
        />
      )}
      <Checkbox
        label={t`The server needs no key`}
        checked={needsNoKey}
        onChange={(event) => onChange({ ...endpoint, needsNoKey: event.currentTarget.checked, key: "" })}
      />
      <div>
        <Button size="xs" variant="default" onClick={onRemove}>{t`Discard this address`}</Button>
      </div>
    </fieldset>
  );
}
