import type { ConfigData, ConfigState, ConfigType } from "@lectern/contract";
import type { Platform } from "../../core/context.ts";
import type { Db } from "../../platform/db/database.ts";
import { listStates } from "./repository.ts";
import type { ConfigSection } from "./section.ts";

interface ReadSection {
  type: ConfigType;
  data: ConfigData;
  state: ConfigState;
}

/** Reads sections with what is known of them. */
export async function readSections(
  db: Db,
  platform: Platform,
  sections: readonly ConfigSection[],
): Promise<ReadSection[]> {
  const stored = await listStates(
    db,
    sections.map(({ type }) => type),
  );
  const read: ReadSection[] = [];
  for (const section of sections) {
    const { revision = 0, savedBy = null, savedAt = null } = stored.find(({ type }) => type === section.type) ?? {};
    read.push({
      type: section.type,
      data: await section.read(db, platform),
      state: {
        revision,
        savedBy,
        savedAt: savedAt?.toISOString() ?? null,
        locked: (await section.listLocked?.(db, platform)) ?? [],
      },
    });
  }
  return read;
}
