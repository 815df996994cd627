import "@mantine/core/styles/PasswordInput.css";
import { PasswordInput, TextInput } from "@mantine/core";
import { Modal } from "../../ui/modal/Modal.tsx";
import classes from "./ConnectModel.module.css";
import { endpointPresets } from "./endpointPresets.ts";
import { FoundModels } from "./FoundModels.tsx";
import { useConnectModel } from "./useConnectModel.ts";

interface ConnectModelProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Asks a server for its models and adds the chosen ones. What was typed stays until it is saved, also when it is closed. */
export function ConnectModel({ isOpen, onClose }: ConnectModelProps) {
  const form = useConnectModel(onClose);
  const { found } = form;
  return (
    <Modal
      isOpen={isOpen}
      title="Connect a model"
      submitLabel={found ? "Save" : "Test"}
      isSubmitting={form.isBusy}
      canSubmit={found ? form.chosen.size > 0 : form.url.trim() !== ""}
      fitsContent
      onClose={onClose}
      onSubmit={found ? form.save : form.test}
    >
      <div className={classes.form}>
        <p className={classes.intro}>
          Any server that speaks the OpenAI protocol will do: a provider’s, your institution’s, or one on this machine.
        </p>
        <fieldset className={classes.presets}>
          <legend className={classes.legend}>Fill in the address of</legend>
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
          label="Address"
          description="It usually ends with /v1."
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
          label="Key"
          description="Only where the server asks for one. It is kept encrypted and shown to nobody."
          autoComplete="new-password"
          maxLength={4_000}
          value={form.key}
          visibilityToggleButtonProps={{ "aria-label": "Show the key" }}
          onChange={(event) => form.setKey(event.currentTarget.value)}
        />
        {found && <FoundModels ids={found} chosen={form.chosen} onChange={form.choose} />}
      </div>
    </Modal>
  );
}
