import { type createApiKey, type OpOutput, openAiPath } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Secret } from "../../entities/apiKeys/Secret.tsx";
import { useModels } from "../../entities/models/useModels.ts";
import type { DialogProps } from "../../entities/shell/dialogs.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { CodeFrame } from "../../ui/markdown/code/CodeFrame.tsx";
import { Modal } from "../../ui/modal/Modal.tsx";
import classes from "./ApiKeys.module.css";
import { createCurlExample } from "./createCurlExample.ts";

interface CreatedKeyProps extends DialogProps {
  created: OpOutput<typeof createApiKey>;
  /** Called when the secret is no longer visible, so that it can be forgotten. */
  onClosed: () => void;
}

/** A key that was just created, with its secret, if the person may see it, and an example. */
export function CreatedKey({ isOpen, onClose, onClosed, created }: CreatedKeyProps) {
  const { config } = useWorkspace();
  const { default: model } = useModels();
  const { key: secret, apiKey } = created;
  const { applicationName: name, systemId, accessTypes } = apiKey;
  const delegate = apiKey.delegate ?? "";
  const canChat = accessTypes.some((scope) => scope === "full_access" || scope === "chat");
  const chatAddress = new URL(config.chatEndpoint, location.href).href;
  const openAiAddress = new URL(openAiPath, location.href).href;
  const example = secret !== null && canChat ? createCurlExample({ secret, chatAddress, modelId: model?.id }) : null;
  return (
    <Modal
      isOpen={isOpen}
      title={t`Your key “${name}”`}
      fitsContent
      fillsNarrowScreen
      cancelLabel={t`Done`}
      onClose={onClose}
      onClosed={onClosed}
    >
      <div className={classes.form}>
        {secret === null ? (
          <p className={classes.text}>
            {t`The key was created. Only ${delegate} can see its secret, under Manage Accounts, API Access.`}
          </p>
        ) : (
          <section className={classes.created} aria-label={t`Secret`}>
            <p className={classes.text}>
              {t`Copy the secret to where the program reads it. Whoever has it can use the key, so don’t send it by email or put it in shared code.`}
            </p>
            <Secret name={name} secret={secret} />
          </section>
        )}
        {systemId !== null && (
          <p className={classes.text}>
            {t`System ID:`} <code>{systemId}</code>
          </p>
        )}
        {example !== null && (
          <section className={classes.section}>
            <h3 className={classes.heading}>{t`Try it in a terminal`}</h3>
            <CodeFrame code={example} language="sh">
              <pre className={classes.example}>
                <code>{example}</code>
              </pre>
            </CodeFrame>
            <p className={classes.text}>
              {t`Libraries and tools for OpenAI’s API work with this secret and the base URL:`}{" "}
              <code>{openAiAddress}</code>
            </p>
          </section>
        )}
      </div>
    </Modal>
  );
}
