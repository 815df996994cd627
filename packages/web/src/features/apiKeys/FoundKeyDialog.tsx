import { reportLeakedApiKey } from "@lectern/contract";
import "@mantine/core/styles/PasswordInput.css";
import { t } from "@lingui/core/macro";
import { PasswordInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { apiKeysQuery } from "../../entities/apiKeys/apiKeysQuery.ts";
import type { DialogProps } from "../../entities/shell/dialogs.ts";
import { call } from "../../lib/call.ts";
import { CallError } from "../../lib/callError.ts";
import fieldClasses from "../../ui/fields.module.css";
import { Modal } from "../../ui/modal/Modal.tsx";
import { notifyError, notifySuccess } from "../../ui/notices/notify.tsx";
import classes from "./ApiKeys.module.css";

/** Reports the secret of anybody's key that somebody has found where it should not be. */
export function FoundKeyDialog({ isOpen, onClose }: DialogProps) {
  const cache = useQueryClient();
  const [secret, setSecret] = useState("");
  const [isReporting, setIsReporting] = useState(false);
  const key = secret.trim();
  const close = () => {
    setSecret("");
    onClose();
  };
  const report = async () => {
    setIsReporting(true);
    try {
      await call(reportLeakedApiKey, { key });
      notifySuccess(t`Thank you. If there is such a key, it no longer works.`);
      close();
    } catch (error) {
      const { reason = null, requestId = null } = error instanceof CallError ? error : {};
      notifyError(t`The key couldn’t be reported. Please try again.`, { reason, requestId });
    } finally {
      setIsReporting(false);
      void cache.invalidateQueries(apiKeysQuery);
    }
  };
  return (
    <Modal
      isOpen={isOpen}
      title={t`Report a key that you found`}
      isSmall
      fitsContent
      onClose={close}
      onSubmit={() => void report()}
      submitLabel={t`Report`}
      canSubmit={key !== ""}
      isSubmitting={isReporting}
    >
      <div className={classes.form}>
        <p
          className={classes.text}
        >{t`The key is deactivated at once, whoever it belongs to. This can’t be undone.`}</p>
        <PasswordInput
          label={t`Secret`}
          classNames={{ input: fieldClasses.input ?? "" }}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={secret}
          onChange={({ currentTarget }) => setSecret(currentTarget.value)}
        />
      </div>
    </Modal>
  );
}
