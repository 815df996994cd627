/** In reports, stands for all assistants that were deleted: calls name versions, which are deleted with them. */
export const deletedAssistantId = "deleted";
