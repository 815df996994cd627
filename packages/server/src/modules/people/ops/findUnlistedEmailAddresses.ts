import { findUnlistedEmailAddresses } from "@lectern/contract";
import { foldEmail } from "../../../core/email.ts";
import { implement } from "../../../core/implement.ts";
import { getDirectoryViewer } from "../../access/service.ts";
import { findListedEmails } from "../repository.ts";

export const findUnlistedEmailAddressesHandler = implement(findUnlistedEmailAddresses, async (ctx, { emails }) => {
  // Also an address of somebody whom the caller may find says nothing, so that the others cannot be told from it.
  if (getDirectoryViewer(ctx.config, ctx.actor) !== null) return { unlisted: null };
  const listed = new Set(await findListedEmails(ctx.db, emails.map(foldEmail)));
  return { unlisted: emails.filter((email) => !listed.has(foldEmail(email))) };
});
