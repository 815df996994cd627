import { type Actor, defaultAccountId } from "../core/actor.ts";

/** Creates an actor of a person with a session, for code that does not check it. */
export function createTestActor(id: string, overrides: Partial<Actor> = {}): Actor {
  return {
    principal: { id, kind: "person" },
    credential: { kind: "session", id, sessionId: "" },
    payer: defaultAccountId,
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
