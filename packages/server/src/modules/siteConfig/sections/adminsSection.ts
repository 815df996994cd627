import { AppError } from "../../../core/appError.ts";
import { hashAuditedEmail } from "../../audit/service.ts";
import { lockPeople } from "../../groups/service.ts";
import { listFirstAdmins, listStoredAdmins } from "../../identity/service.ts";
import type { ConfigSection } from "../section.ts";
import { toAddresses } from "./toAddresses.ts";

/** Who may do what site administrators may do, beside those whom the environment names. */
export const adminsSection: ConfigSection<"admins"> = {
  type: "admins",
  isFirst: true,
  read: (db) => listStoredAdmins(db),
  // In the order of an erasure, which removes the person's address.
  lock: lockPeople,
  async save(tx, { ctx, actor, data }) {
    const fixed = await listFixedAdmins(tx, ctx);
    const isAdmin = (addresses: readonly string[]) =>
      actor.verifiedEmail !== null && [...fixed, ...addresses].includes(actor.verifiedEmail);
    // Meanwhile another administrator may have removed this one.
    if (!isAdmin(await listStoredAdmins(tx))) {
      throw new AppError("forbidden", { userMessage: "Only administrators of this site can do this." });
    }
    const addresses = toAddresses(data).filter((address) => !fixed.includes(address));
    // So an administrator always remains.
    if (!isAdmin(addresses)) {
      throw new AppError("invalidInput", {
        userMessage: "You can’t remove yourself from the administrators. Ask another administrator to do it.",
      });
    }
    return addresses;
  },
  listLocked: listFixedAdmins,
  toAudited: (platform, data) => data.map((address) => hashAuditedEmail(platform, address)),
};

async function listFixedAdmins(
  db: Parameters<typeof listFirstAdmins>[0],
  { config }: { config: { admins: readonly string[] } },
): Promise<string[]> {
  return [...new Set([...config.admins, ...(await listFirstAdmins(db))])];
}
