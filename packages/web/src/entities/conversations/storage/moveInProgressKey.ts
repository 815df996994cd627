/** A small value of one person that is present while conversations are being moved: a page that is loaded again knows that the move did not come to its end. */
export const moveInProgressKey = "storageMove";
