import type { Erasure } from "@lectern/contract";
import type { ErasureRow } from "./repository.ts";

export const presentErasure = ({ id, erased_at, erasure_ended_at }: ErasureRow): Erasure => ({
  personId: id,
  startedAt: erased_at.toISOString(),
  endedAt: erasure_ended_at?.toISOString() ?? null,
});
