import type { KeyScope } from "@lectern/contract";

/** Owns things and can be given rights. A person's principal has the user id. */
export interface Principal {
  id: string;
  kind: "person" | "service";
}

/** What authenticated a caller. Runs are kept apart by credential: a key follows and stops only its own. */
export type Credential =
  /** All sessions of a person are one credential, so that an answer can be followed from another device. */
  | { kind: "session"; id: string; sessionId: string }
  | { kind: "key"; id: string; scopes: ReadonlySet<KeyScope> }
  /** A signed address. */
  | { kind: "link"; id: string }
  /** A background job on a person's behalf. */
  | { kind: "job"; id: string };

/** On whose behalf something is done, what authenticated the caller, and who pays. */
export interface Actor {
  principal: Principal;
  credential: Credential;
  /** The account that pays. */
  payer: string;
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

/** Who used a model, and who pays. Every usage row records it. */
export interface Payer extends Pick<Actor, "principal" | "credential" | "payer"> {
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
    payer: defaultAccountId,
  };
}

/** The account of everybody who has chosen none. */
export const defaultAccountId = "general_account";
