import { limits, listEmailAddresses } from "@lectern/contract";
import { foldEmail } from "../../../core/email.ts";
import { implement } from "../../../core/implement.ts";
import { getDirectoryViewer } from "../../access/service.ts";
import { listEmails } from "../repository.ts";

export const listEmailAddressesHandler = implement(listEmailAddresses, async (ctx, { emailprefix }) => {
  const prefix = foldEmail(emailprefix);
  const emails = await listEmails(ctx.db, {
    prefix: prefix === "*" ? "" : prefix,
    limit: limits.suggestedEmails,
    viewer: getDirectoryViewer(ctx.config, ctx.actor),
  });
  return { emails };
});
