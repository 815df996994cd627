import type { AdminGroupConfig } from "@lectern/contract";

type Groups = Record<string, AdminGroupConfig>;

/** Returns the groups with changes that contain only what differs. */
export const mergeAdminGroups = (groups: Groups, changes: Groups): Groups =>
  Object.fromEntries(Object.entries(groups).map(([id, group]) => [id, { ...group, ...changes[id] }]));

/**
 * Adds a change of a group to the others. Only what differs from the saved group stays, so that nothing that others
 * change meanwhile is overwritten.
 */
export function addAdminGroupChange(groups: Groups, changes: Groups, change: AdminGroupConfig): Groups {
  const { group_id: id } = change;
  const saved = groups[id];
  const { [id]: earlier, ...others } = changes;
  const fields = Object.entries({ ...earlier, ...change }).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(saved?.[name as keyof AdminGroupConfig]),
  );
  return fields.length === 0 ? others : { ...others, [id]: { group_id: id, ...Object.fromEntries(fields) } };
}
