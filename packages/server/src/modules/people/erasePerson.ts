import { AppError } from "../../core/appError.ts";
import type { Actor } from "../../core/context.ts";
import { foldEmail } from "../../core/email.ts";
import type { DbTransaction } from "../../platform/db/database.ts";
import { type AuditedPlatform, getAuditSource, recordAudit } from "../audit/service.ts";
import { assertSuccessors, publishRights } from "../groups/service.ts";
import { deleteSignIns, forgetSessions } from "../identity/service.ts";
import { changePerson } from "./changePerson.ts";
import { countPersonalRows } from "./countPersonalRows.ts";
import { enqueueErasure } from "./erasureJob.ts";
import { deleteRights, emptyPerson, endKeys, findPerson, handOverServices } from "./repository.ts";

interface EraseOptions {
  /** The person's address, which the actor has typed; absent: nobody is asked. */
  confirmedEmail?: string;
  /**
   * Who becomes administrator of groups that would have none, and gets the services with their keys unless it is the actor,
   * who could otherwise use the secrets of everybody.
   */
  successorId?: string;
}

/**
 * Erases a person: empties the account, ends its sessions and rights, and hands over what a successor can get. Then a
 * job deletes the person's data in portions; see `tableErasure` for each table. Throws the errors of `changePerson` and
 * `assertSuccessors`, and `invalidInput` if the successor is not an active person or the address is another one.
 */
export async function erasePerson(
  platform: AuditedPlatform,
  actor: Actor,
  personId: string,
  options: EraseOptions = {},
): Promise<void> {
  const { successorId, confirmedEmail } = options;
  const now = platform.clock.now();
  const source = getAuditSource(platform, actor);
  // For the report. Before the transaction, because sign-ins wait for its lock.
  const counts = await countPersonalRows(platform.db, personId);
  const sessionIds = await changePerson(platform, actor, personId, { allowsOwn: false }, async (tx, person) => {
    if (confirmedEmail !== undefined && foldEmail(confirmedEmail) !== person.email) {
      throw new AppError("invalidInput", { userMessage: "This is not the email address of the person." });
    }
    if (successorId !== undefined) await assertActive(tx, personId, successorId);
    // Groups are locked before people, as when members are added.
    const successor = successorId === undefined ? {} : { successorId };
    const groupIds = await assertSuccessors(tx, personId, { ...successor, source });
    await emptyPerson(tx, personId, now);
    const heirId = successorId === actor.principal.id ? null : (successorId ?? null);
    const serviceIds = heirId === null ? [] : await handOverServices(tx, personId, heirId);
    await endKeys(tx, personId, { now, successorId: heirId });
    await deleteRights(tx, person);
    await recordAudit(tx, source, {
      verb: "erase",
      objectType: "person",
      objectIds: [personId],
      after: { ...successor, groupIds, serviceIds, counts },
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
