import { generalAccount } from "@lectern/contract";
import type { Actor } from "../core/actor.ts";

/** Creates an actor of a person with a session, for code that does not check it. */
export function createTestActor(id: string, overrides: Partial<Actor> = {}): Actor {
  return {
    principal: { id, kind: "person" },
    credential: { kind: "session", id, sessionId: "" },
    payer: generalAccount.id,
    email: "",
    verifiedEmail: null,
    name: "",
    directoryGroups: [],
    acceptedDisclosure: null,
    isAdmin: false,
    isBlocked: false,
    ...overrides,
  };
}
