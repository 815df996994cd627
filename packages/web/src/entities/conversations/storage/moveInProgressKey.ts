/**
 * The key of a stored user value that exists while conversations are being moved. After a reload it shows that the move
 * was interrupted.
 */
export const moveInProgressKey = "storageMove";
