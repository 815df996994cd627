import type { ModelServer } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconPlugConnected } from "@tabler/icons-react";
import { useState } from "react";
import { openDialog } from "../../../../entities/shell/dialogs.ts";
import { useBrowserEvent } from "../../../../lib/browserEvents/browserEvents.ts";
import { LoadFailedBanner } from "../../../../ui/LoadFailedBanner.tsx";
import { ConfirmDialog } from "../../../../ui/modal/ConfirmDialog.tsx";
import { ListSkeleton } from "../../../../ui/Skeletons.tsx";
import classes from "../../Admin.module.css";
import { HealthLine } from "./HealthLine.tsx";
import { useModelServers } from "./useModelServers.ts";

/** The servers of all models, whether they were connected here or are named by the server's environment. */
export function ModelServers() {
  const { servers, error, retry, busyWith, test, refresh, remove } = useModelServers();
  const [removed, setRemoved] = useState<ModelServer | null>(null);
  // The dialog that connects a server knows nothing of the administration.
  useBrowserEvent("config", retry);
  const url = removed?.url ?? "";
  return (
    <section className={classes.section} aria-labelledby="admin-model-servers">
      <header className={classes.sectionHead}>
        <h3 id="admin-model-servers" className={classes.heading}>{t`Model servers`}</h3>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlugConnected size={14} aria-hidden />}
          onClick={() => openDialog("connectModel")}
        >{t`Connect a server`}</Button>
      </header>
      {error && !servers && (
        <LoadFailedBanner text={t`The model servers couldn’t be loaded.`} error={error} onRetry={retry} />
      )}
      {!error && !servers && <ListSkeleton label={t`Loading the model servers`} />}
      {servers?.length === 0 && <p className={classes.note}>{t`No server is connected yet.`}</p>}
      <ul className={classes.list} aria-label={t`Model servers`}>
        {servers?.map((server) => (
          <ServerRow
            key={server.url}
            server={server}
            busyWith={busyWith}
            onTest={(modelId) => test(server.url, modelId)}
            onRefresh={() => refresh(server.url)}
            onRemove={() => setRemoved(server)}
          />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={removed !== null}
        title={t`Remove the server`}
        message={t`${url} is removed now, with its key and the models that only it offers.`}
        note={t`Chats, prompts and assistants that use them stay, and ask for another model.`}
        confirmLabel={t`Remove`}
        isDestructive
        onConfirm={() => {
          if (removed) remove(removed.url);
          setRemoved(null);
        }}
        onCancel={() => setRemoved(null)}
      />
    </section>
  );
}

interface ServerRowProps {
  server: ModelServer;
  busyWith: string | null;
  onTest: (modelId: string) => void;
  onRefresh: () => void;
  onRemove: () => void;
}

function ServerRow({ server, busyWith, onTest, onRefresh, onRemove }: ServerRowProps) {
  const { url, models, isLocked, canRefresh } = server;
  const count = plural(models.length, { one: "# model", other: "# models" });
  // A model that people use shows best whether the server works.
  const tested = models.find(({ isAvailable }) => isAvailable) ?? models[0];
  const [latest] = models.map(({ health }) => health).toSorted((a, b) => getTime(b) - getTime(a));
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <span className={classes.rowTitle}>{url}</span>
        <span className={classes.note}>
          {[server.provider, count, ...(isLocked ? [t`From the server’s environment`] : [])].join(" · ")}
        </span>
        {latest && <HealthLine health={latest} />}
      </div>
      <div className={classes.rowActions}>
        {canRefresh && (
          <Button
            size="xs"
            variant="default"
            loading={busyWith === `refresh ${url}`}
            aria-label={t`Refresh the models of ${url}`}
            onClick={onRefresh}
          >{t`Refresh`}</Button>
        )}
        {tested && (
          <Button
            size="xs"
            variant="default"
            loading={busyWith === `test ${url} ${tested.id}`}
            aria-label={t`Test the server ${url}`}
            onClick={() => onTest(tested.id)}
          >
            {t({ message: "Test", context: "verb" })}
          </Button>
        )}
        {!isLocked && (
          <Button
            size="xs"
            variant="default"
            loading={busyWith === `remove ${url}`}
            aria-label={t`Remove the server ${url}`}
            onClick={onRemove}
          >{t`Remove`}</Button>
        )}
      </div>
    </li>
  );
}

/** When a model of a server was called last. */
const getTime = ({ lastSuccessAt, lastErrorAt }: ModelServer["models"][number]["health"]) =>
  Math.max(Date.parse(lastSuccessAt ?? "") || 0, Date.parse(lastErrorAt ?? "") || 0);
