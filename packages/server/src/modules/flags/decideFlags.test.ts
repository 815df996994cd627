import { flagNames } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { createTestActor } from "../../testing/createTestActor.ts";
import { decideFlags } from "./decideFlags.ts";
import { featureDefaults } from "./featureDefaults.ts";

const person = createTestActor("u1", { email: "Ada@Example.org", verifiedEmail: "ada@example.org" });
const admin = { ...person, isAdmin: true };

describe("decideFlags", () => {
  test("[A7.22] names every flag", () => {
    expect(new Set(Object.keys(decideFlags(person, null)))).toEqual(new Set(flagNames));
  });

  test("gives a finished feature its default without settings", () => {
    const flags = decideFlags(person, null);
    expect(flags.storeCloudConversations).toBe(true);
    expect(flags.mtdCost).toBe(false);
  });

  test("the environment goes before what administrators have configured, also for exceptions", () => {
    const preset = { mtdCost: true, storeCloudConversations: false, automation: true };
    const configured = {
      storeCloudConversations: { enabled: true },
      mtdCost: { enabled: true, userExceptions: ["ada@example.org"] },
    };
    expect(decideFlags(person, configured, preset)).toMatchObject({
      mtdCost: true,
      storeCloudConversations: false,
      automation: false,
    });
    expect(decideFlags(person, configured)).toMatchObject({ mtdCost: false, storeCloudConversations: true });
    expect(decideFlags(admin, configured, preset).storeCloudConversations).toBe(true);
  });

  test("turns an unfinished feature off for everyone, whatever is configured", () => {
    const configured = Object.fromEntries(flagNames.map((name) => [name, { enabled: true, userExceptions: [] }]));
    for (const actor of [person, admin]) {
      const flags = decideFlags(actor, configured);
      for (const name of flagNames) if (!featureDefaults[name].isFinished) expect(flags[name]).toBe(false);
    }
  });

  test("turns a finished feature on for administrators", () => {
    expect(decideFlags(admin, { mtdCost: { enabled: false } }).mtdCost).toBe(true);
  });

  test("asks administrators to accept the data disclosure only if everybody like them is asked", () => {
    expect(decideFlags(admin, null).dataDisclosure).toBe(false);
    expect(decideFlags(admin, { dataDisclosure: { enabled: true } }).dataDisclosure).toBe(true);
  });

  test("[A6.04] inverts the setting for an exception, by email or user id", () => {
    const decide = (enabled: boolean, userExceptions: string[]) =>
      decideFlags(person, { mtdCost: { enabled, userExceptions } }).mtdCost;
    expect(decide(true, [])).toBe(true);
    expect(decide(true, ["ada@example.org"])).toBe(false);
    expect(decide(false, ["u1"])).toBe(true);
    expect(decide(false, ["someone@example.org"])).toBe(false);
  });

  test("an address that is not verified is no exception", () => {
    const configured = { mtdCost: { enabled: false, userExceptions: ["ada@example.org"] } };
    expect(decideFlags(person, configured).mtdCost).toBe(true);
    expect(decideFlags({ ...person, verifiedEmail: null }, configured).mtdCost).toBe(false);
  });

  test("[A6.04] inverts the setting for the members of a group", () => {
    const groups = ["Staff"];
    const decide = (enabled: boolean, amplifyGroupExceptions: string[]) =>
      decideFlags({ ...person, directoryGroups: groups }, { mtdCost: { enabled, amplifyGroupExceptions } }).mtdCost;
    expect(decide(true, ["Staff"])).toBe(false);
    expect(decide(false, ["Students", "Staff"])).toBe(true);
    expect(decide(false, ["Students"])).toBe(false);
    expect(decide(false, [])).toBe(false);
  });

  test("ignores a setting of another form", () => {
    for (const configured of ["x", 7, [], { mtdCost: 1 }, { mtdCost: { enabled: "yes" } }]) {
      expect(decideFlags(person, configured).mtdCost).toBe(false);
    }
    expect(decideFlags(person, { mtdCost: { enabled: true, userExceptions: "ada" } }).mtdCost).toBe(true);
  });
});
