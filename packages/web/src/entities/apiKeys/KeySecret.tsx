import { type ApiKey, maskedApiKey, revealApiKey } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, VisuallyHidden } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { call } from "../../lib/call.ts";
import { CallError } from "../../lib/callError.ts";
import { notifyError } from "../../ui/notices/notify.tsx";
import classes from "./Secret.module.css";
import { Secret } from "./Secret.tsx";

type KeySecretProps = Pick<ApiKey, "api_owner_id" | "applicationName" | "permissions">;

/**
 * The secret of a key: masked, until somebody who may see it asks for it. Only this component stores it, so it is
 * forgotten once it is no longer shown.
 */
export function KeySecret({ api_owner_id: apiKeyId, applicationName: name, permissions }: KeySecretProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const [isRevealing, setIsRevealing] = useState(false);
  const loadRef = useRef<AbortController>(null);
  useEffect(() => () => loadRef.current?.abort(), []);
  const reveal = async () => {
    if (isRevealing) return;
    const load = new AbortController();
    loadRef.current = load;
    setIsRevealing(true);
    try {
      setSecret((await call(revealApiKey, { apiKeyId }, { signal: load.signal })).key);
    } catch (error) {
      if (load.signal.aborted) return;
      const { reason = null, requestId = null } = error instanceof CallError ? error : {};
      notifyError(t`Unable to retrieve your API key at this time...`, { reason, requestId });
    } finally {
      setIsRevealing(false);
    }
  };
  if (secret !== null && permissions.reveal) {
    return (
      <Secret
        name={name}
        secret={secret}
        actions={
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.button}
            aria-label={t`Hide the secret of ${name}`}
            onClick={() => setSecret(null)}
          >
            {t`Hide`}
          </Button>
        }
      />
    );
  }
  return (
    <div className={classes.root}>
      <code className={classes.mask} aria-hidden>
        {maskedApiKey}
      </code>
      <VisuallyHidden>{t`The secret is hidden.`}</VisuallyHidden>
      {permissions.reveal && (
        <Button
          variant="default"
          size="compact-sm"
          className={classes.button}
          aria-label={t`Reveal the secret of ${name}`}
          loading={isRevealing}
          onClick={() => void reveal()}
        >
          {t`Reveal`}
        </Button>
      )}
    </div>
  );
}
