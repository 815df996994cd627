import "@mantine/core/styles/PasswordInput.css";
import type { ModelEndpointConfig } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, PasswordInput } from "@mantine/core";
import { useState } from "react";
import fieldClasses from "../../../../ui/fields.module.css";
import classes from "../../Admin.module.css";
import { HealthLine } from "./HealthLine.tsx";
import { getServerUrl, useModelServers } from "./useModelServers.ts";

interface StoredEndpointProps {
  modelId: string;
  endpoint: ModelEndpointConfig;
  onChange: (endpoint: ModelEndpointConfig) => void;
}

/** An address that was saved, with how its last calls ended. Its key is only replaced, never shown. */
export function StoredEndpoint({ modelId, endpoint, onChange }: StoredEndpointProps) {
  const { url, key, hasKey, isLocked, isRemoved } = endpoint;
  const [isReplacing, setIsReplacing] = useState(key !== "");
  const { servers, test, busyWith } = useModelServers();
  const server = servers?.find((candidate) => candidate.url === getServerUrl(url));
  const health = server?.models.find(({ id }) => id === modelId)?.health;
  const keyText = hasKey ? t`Key stored` : t`Without a key`;
  const { isRemoved: _, ...kept } = endpoint;
  return (
    <div>
      <div className={classes.row} data-dimmed={isRemoved || undefined}>
        <div className={classes.rowText}>
          <span className={classes.rowTitle}>{url}</span>
          <span className={classes.note}>
            {isRemoved ? t`Removed when you save` : isLocked ? t`From the server’s environment · ${keyText}` : keyText}
          </span>
          {health && <HealthLine health={health} />}
        </div>
        <div className={classes.rowActions}>
          {server && !isRemoved && (
            <Button
              size="xs"
              variant="default"
              loading={busyWith === `test ${server.url} ${modelId}`}
              aria-label={t`Test ${url}`}
              onClick={() => test(server.url, modelId)}
            >
              {t({ message: "Test", context: "verb" })}
            </Button>
          )}
          {!isLocked && !isRemoved && !isReplacing && (
            <Button
              size="xs"
              variant="default"
              aria-label={t`Replace the key of ${url}`}
              onClick={() => setIsReplacing(true)}
            >{t`Replace the key`}</Button>
          )}
          {!isLocked && (
            <Button
              size="xs"
              variant="default"
              aria-label={isRemoved ? t`Keep ${url}` : t`Remove ${url}`}
              onClick={() => onChange(isRemoved ? kept : { ...endpoint, isRemoved: true })}
            >
              {isRemoved ? t`Keep` : t`Remove`}
            </Button>
          )}
        </div>
      </div>
      {isReplacing && !isRemoved && (
        <PasswordInput
          classNames={{ input: fieldClasses.input ?? "" }}
          label={t`New key of ${url}`}
          description={t`Empty: the stored one stays. All models of the server use it.`}
          autoComplete="new-password"
          maxLength={4_000}
          value={key}
          visibilityToggleButtonProps={{ "aria-label": t`Show the key` }}
          onChange={(event) => onChange({ ...endpoint, key: event.currentTarget.value })}
        />
      )}
    </div>
  );
}
