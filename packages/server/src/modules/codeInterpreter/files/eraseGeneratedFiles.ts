import type { Platform } from "../../../core/context.ts";
import { deleteInPortions } from "../../../core/deleteInPortions.ts";
import { getOwnerIdOfRow } from "../../access/service.ts";
import { deleteGeneratedFile, listFilesOfOwner } from "./repository.ts";

const filesPerPortion = 50;

/** Deletes all generated files of an erased person. An upload in progress cannot complete then, and removes its bytes. */
export async function eraseGeneratedFiles({ db, blobs }: Platform, personId: string): Promise<boolean> {
  const ownerId = getOwnerIdOfRow({ owner_id: personId });
  await deleteInPortions(async () => {
    const files = await listFilesOfOwner(db, ownerId, filesPerPortion);
    await blobs.remove(files.map(({ blob_key }) => blob_key));
    for (const file of files) await deleteGeneratedFile(db, file);
    return files.length;
  });
  return true;
}
