import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { memoryCountQuery } from "../../../entities/memory/memoryQueries.ts";
import { useMemoryEvents } from "../../../entities/memory/useMemoryEvents.ts";
import type { SettingsSectionProps } from "../../../entities/settings/settingsSection.ts";
import { openDialog } from "../../../entities/shell/dialogs.ts";
import { DeleteAllMemories } from "./DeleteAllMemories.tsx";
import classes from "./Memory.module.css";

/** What a person can do with their memories in the settings: see and delete them, also while memory is off. */
export function MemorySection({ settings }: SettingsSectionProps) {
  const { data: count } = useQuery(memoryCountQuery);
  useMemoryEvents();
  if (!settings.featureOptions.includeMemory && (count ?? 0) === 0) return null;
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>{t`Memories`}</h3>
      {count === 0 && <p className={classes.text}>{t`Nothing is remembered about you.`}</p>}
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => openDialog("memory")}>
          {t`Memory Management`}
        </Button>
        <DeleteAllMemories />
      </div>
    </section>
  );
}
