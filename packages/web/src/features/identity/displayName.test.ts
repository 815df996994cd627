import { expect, test } from "vitest";
import { formatDisplayName } from "./displayName.ts";

test.each([
  ["ada.lovelace@uni.example", "Ada Lovelace"],
  ["ada_king.lovelace@uni.example", "Ada King Lovelace"],
  ["éva@uni.example", "Éva"],
  ["mcKenna-o'neil@uni.example", "McKenna-o'neil"],
  ["..@uni.example", "..@uni.example"],
  ["no-address", "No-address"],
])("[A2.12] the display name of %s is %s", (email, name) => {
  expect(formatDisplayName(email)).toBe(name);
});

test("[A2.12] [A9.10] the display name is truncated to 28 characters", () => {
  const name = formatDisplayName("maximiliana.featherstonehaugh.smythe@uni.example");
  expect(name).toBe("Maximiliana Featherstonehaug");
  expect(name).toHaveLength(28);
});
