import { generalAccount, type KeyScope, type RateLimit } from "@lectern/contract";

/** Owns things and can be given rights. A person's principal has the user id. */
export interface Principal {
  id: string;
  kind: "person" | "service";
}

/** What authenticated a caller. Runs are kept apart by credential: a key follows and stops only its own. */
export type Credential =
  /** All sessions of a person are one credential, so that an answer can be followed from another device. */
  | { kind: "session"; id: string; sessionId: string }
  | {
      kind: "key";
      id: string;
      scopes: ReadonlySet<KeyScope>;
      /** The name that its owner gave it. */
      name?: string;
      /** What the calls of the key may cost; absent: unlimited. */
      rateLimit?: RateLimit;
      /** The highest limit that the key may have, which applies besides; absent: none. */
      maxRateLimit?: RateLimit;
      /** Whose features decide whether the key works. Absent: the actor's. */
      owner?: KeyOwner;
    }
  /** A signed address. */
  | { kind: "link"; id: string }
  /** A background job on a person's behalf. */
  | { kind: "job"; id: string };

export type KeyOwner = Pick<Actor, "principal" | "verifiedEmail" | "directoryGroups" | "isAdmin">;

/** On whose behalf something is done, what authenticated the caller, and who pays. */
export interface Actor {
  principal: Principal;
  credential: Credential;
  /** The account that pays. */
  payer: string;
  /** On whose list the account is, if it is not the principal's. */
  accountOwnerId?: string;
  /** How a person is shown; may be unverified. Empty for a service. */
  email: string;
  /** As `foldEmail` returns it. Rights that follow from an address use only this one. */
  verifiedEmail: string | null;
  name: string;
  /** The names of the directory groups that contain the verified address, directly or nested. */
  directoryGroups: readonly string[];
  /** The version of the data disclosure agreement that was accepted last. For a service, its owner's. */
  acceptedDisclosure: string | null;
  isAdmin: boolean;
  isBlocked: boolean;
}

/**
 * Returns the id under which an actor's requests and spending are limited. Services share the limits of their owner, who
 * could otherwise have as many limits as services.
 */
export function getLimitedId({ principal, accountOwnerId }: Pick<Actor, "principal" | "accountOwnerId">): string {
  return principal.kind === "service" && accountOwnerId !== undefined ? accountOwnerId : principal.id;
}

/** Who used a model, and who pays. Every usage row records it. */
export interface Payer extends Pick<Actor, "principal" | "credential" | "payer" | "accountOwnerId"> {
  /** The assistant for whose answer the model is used; absent if there is none. */
  readonly assistant?: {
    /** Null for a draft of a new assistant. */
    readonly id: string | null;
    /** Null for a draft. */
    readonly versionId: string | null;
    readonly groupId: string | null;
  } | null;
}

/** The payer of background work on a person's or a group's documents. */
export function createJobPayer(principalId: string): Payer {
  return {
    principal: { id: principalId, kind: "person" },
    credential: { kind: "job", id: principalId },
    payer: generalAccount.id,
  };
}
