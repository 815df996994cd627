/** A site administrator of `adminEnvironment`: has all features, and so may create groups. Ann is another one. */
export const ADMIN = "head@example.org";

/** Assistants and groups need an administrator, and members who may write in a group manage its assistants. */
export const adminEnvironment = {
  ADMINS: `${ADMIN},ann@example.org`,
  FEATURES: "assistantAdminInterface",
};

/**
 * The options of `createWorkspaceFixture` for a server with `adminEnvironment`, which the files of a worker share. People
 * and groups of earlier files are still there: a test has its own groups, and deletes or ignores those of others.
 */
export const adminWorkspace = { environment: adminEnvironment, isShared: true };
