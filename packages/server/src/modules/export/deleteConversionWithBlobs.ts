import type { Platform } from "../../core/context.ts";
import { type Conversion, deleteConversion } from "./repository.ts";

/** Deletes a conversion with its blobs, including those that an attempt wrote whose process died before recording it. */
export async function deleteConversionWithBlobs(
  { db, blobs }: Pick<Platform, "db" | "blobs">,
  { id, input_key, output_key, attempts, format }: Conversion,
): Promise<void> {
  const attemptKeys = Array.from({ length: attempts }, (_, index) => `conversions/${id}/${index + 1}.${format}`);
  const recordedKeys = [input_key, output_key].filter((key) => key !== null);
  await blobs.remove([...new Set([`conversions/${id}/request.json`, ...attemptKeys, ...recordedKeys])]);
  await deleteConversion(db, id);
}
