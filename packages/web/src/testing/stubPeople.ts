import { findUnlistedEmailAddresses, listEmailAddresses } from "@lectern/contract";
import { stubOp } from "./stubServer.ts";

/** Answers as a server on which nobody with one of the entered addresses has signed in yet. */
export function stubPeople(): void {
  stubOp(listEmailAddresses, { emails: [] });
  stubOp(findUnlistedEmailAddresses, ({ emails }) => ({ unlisted: [...emails] }));
}
