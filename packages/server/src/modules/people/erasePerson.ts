import { AppError } from "../../core/appError.ts";
import type { Actor } from "../../core/context.ts";
import type { DbTransaction } from "../../platform/db/database.ts";
import { type AuditedPlatform, getAuditSource, recordAudit } from "../audit/service.ts";
import { assertSuccessors, publishRights } from "../groups/service.ts";
import { deleteSignIns, forgetSessions } from "../identity/service.ts";
import { changePerson } from "./changePerson.ts";
import { enqueueErasure } from "./erasureJob.ts";
import { deleteRights, emptyPerson, findPerson, handOverServices } from "./repository.ts";

interface EraseOptions {
  /** Who gets the services, and becomes administrator of groups that would have none. */
  successorId?: string;
}

/**
 * Erases a person: empties the account, ends its sessions and rights, and hands over what a successor can get. Then a
 * job deletes the person's data in portions; see `tableErasure` for each table. Throws the errors of `changePerson` and
 * `assertSuccessors`, and `invalidInput` if the successor is not an active person.
 */
export async function erasePerson(
  platform: AuditedPlatform,
  actor: Actor,
  personId: string,
  options: EraseOptions = {},
): Promise<void> {
  const { successorId } = options;
  const now = platform.clock.now();
  const source = getAuditSource(platform, actor);
  const sessionIds = await changePerson(platform, actor, personId, async (tx, person) => {
    if (successorId !== undefined) await assertActive(tx, personId, successorId);
    // Groups are locked before people, as when members are added.
    await assertSuccessors(tx, personId, { ...options, source });
    await emptyPerson(tx, personId, now);
    const serviceIds = successorId === undefined ? [] : await handOverServices(tx, personId, successorId);
    await deleteRights(tx, person);
    await recordAudit(tx, source, {
      verb: "erase",
      objectType: "person",
      objectIds: [personId],
      after: { ...options, serviceIds },
    });
    return deleteSignIns(tx, person);
  });
  forgetSessions(platform, sessionIds);
  if (successorId !== undefined) publishRights(platform, [successorId]);
  await enqueueErasure(platform, personId);
}

async function assertActive(tx: DbTransaction, personId: string, successorId: string): Promise<void> {
  const successor = await findPerson(tx, successorId);
  if (!successor || successor.blocked_at || successorId === personId) {
    throw new AppError("invalidInput", { userMessage: "The successor must be another active person." });
  }
}
