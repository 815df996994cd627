import "@mantine/core/styles/PasswordInput.css";
import { t } from "@lingui/core/macro";
import { PasswordInput, TextInput } from "@mantine/core";
import { Modal } from "../../ui/modal/Modal.tsx";
import classes from "./ConnectModel.module.css";
import { DiscoveredModels } from "./DiscoveredModels.tsx";
import { useConnectModel } from "./useConnectModel.ts";

/** Default URLs of well-known OpenAI-compatible servers. */
const endpointPresets = [
  { name: "OpenAI", url: "https://api.openai.com/v1" },
  { name: "Ollama", url: "http://localhost:11434/v1" },
  { name: "LM Studio", url: "http://localhost:1234/v1" },
  { name: "vLLM", url: "http://localhost:8000/v1" },
] as const;

interface ConnectModelProps {
  isOpen: boolean;
  onClose: () => void;
}

/**
 * A form that tests a model server, lists the models of the server and connects the chosen ones. Closing the form
 * preserves its contents; saving clears them.
 */
export function ConnectModel({ isOpen, onClose }: ConnectModelProps) {
  const form = useConnectModel(onClose);
  const { discoveredIds } = form;
  return (
    <Modal
      isOpen={isOpen}
      title={t`Connect a model`}
      submitLabel={discoveredIds ? t`Save` : t({ message: "Test", context: "verb" })}
      isSubmitting={form.isBusy}
      canSubmit={discoveredIds ? form.chosenIds.size > 0 : form.url.trim() !== ""}
      fitsContent
      fillsNarrowScreen
      onClose={onClose}
      onSubmit={discoveredIds ? form.save : form.test}
    >
      <div className={classes.form}>
        <p className={classes.intro}>
          {t`Connect any OpenAI-compatible server: a provider’s, your institution’s, or one on the machine that runs this workspace.`}
        </p>
        <fieldset className={classes.presets}>
          <legend className={classes.legend}>{t`Fill in the address of`}</legend>
          {endpointPresets.map(({ name, url }) => (
            <button
              key={name}
              type="button"
              className={classes.preset}
              aria-pressed={form.url === url}
              onClick={() => form.setServer(url)}
            >
              {name}
            </button>
          ))}
        </fieldset>
        <TextInput
          classNames={{ input: classes.field }}
          label={t`Address`}
          description={t`It usually ends with /v1.`}
          // Not translated: an address.
          placeholder="https://…/v1"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          maxLength={2_000}
          value={form.url}
          error={form.reason}
          onChange={(event) => form.setUrl(event.currentTarget.value)}
        />
        <PasswordInput
          classNames={{ input: classes.field }}
          label={t`Key`}
          description={t`Only if the server requires one. It is stored encrypted and never shown.`}
          autoComplete="new-password"
          maxLength={4_000}
          value={form.key}
          visibilityToggleButtonProps={{ "aria-label": t`Show the key` }}
          onChange={(event) => form.setKey(event.currentTarget.value)}
        />
        {discoveredIds && (
          <DiscoveredModels
            ids={discoveredIds}
            leftOutIds={form.leftOutIds}
            chosenIds={form.chosenIds}
            onChange={form.setChosenIds}
          />
        )}
      </div>
    </Modal>
  );
}
