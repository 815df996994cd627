import * as z from "zod/mini";

/** A group of people that administrators configure. Members have an e-mail address. */
const ConfiguredGroup = z.object({
  members: z.catch(z.array(z.string()), []),
  /** The names of groups whose members are members of this group, too. */
  includeFromOtherGroups: z.catch(z.array(z.string()), []),
});

/**
 * Returns the names of the groups that contain the person. `configured` is unvalidated JSON of the form `{[name]:
 * {members, includeFromOtherGroups}}`; entries of another form are ignored. Pure.
 */
export function findGroupNames(email: string, configured: unknown): ReadonlySet<string> {
  const groups = new Map(
    Object.entries(z.safeParse(z.record(z.string(), z.unknown()), configured).data ?? {}).flatMap(([name, value]) => {
      const { data } = z.safeParse(ConfiguredGroup, value);
      return data ? [[name, data] as const] : [];
    }),
  );
  const includesEmail = (members: readonly string[]) =>
    members.some((member) => member.trim().toLowerCase() === email.toLowerCase());
  const names = new Set([...groups].filter(([, { members }]) => includesEmail(members)).map(([name]) => name));
  // A set visits what is added during the loop, so groups may include one another in any order and in circles.
  for (const name of names) {
    for (const [other, { includeFromOtherGroups }] of groups)
      if (includeFromOtherGroups.includes(name)) names.add(other);
  }
  return names;
}
