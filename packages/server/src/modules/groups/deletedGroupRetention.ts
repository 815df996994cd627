/** How long the files of a deleted group are stored, and the group counts as one that its creator has. */
export const deletedGroupRetentionMs = 30 * 24 * 60 * 60 * 1_000;
