/** Calls `deletePortion` until it has deleted nothing. It returns the number of deleted objects. */
export async function deleteInPortions(deletePortion: () => Promise<number>): Promise<void> {
  let count: number;
  do count = await deletePortion();
  while (count > 0);
}
