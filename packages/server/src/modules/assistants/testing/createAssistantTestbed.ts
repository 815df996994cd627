import {
  type AssistantContentInput,
  createAssistant,
  type GroupLevel,
  getAssistant,
  type OpOutput,
} from "@lectern/contract";
import { createTestApp, type TestApp, type TestAppOptions, type TestPerson } from "../../../testing/createTestApp.ts";
import { createGroup } from "../../groups/service.ts";

export interface AssistantTestbed {
  server: TestApp;
  /** Signs in a person with an address that no other person of the testbed has. */
  signIn(name: string): Promise<TestPerson>;
  /** Creates a group with the types Staff and Student. Returns its wire id. */
  createTeam(creator: TestPerson, members?: readonly (readonly [TestPerson, GroupLevel])[]): Promise<string>;
  /** Saves an assistant and returns its id. Throws if it was refused. */
  create(person: TestPerson, input?: Partial<AssistantContentInput> & CreateOptions): Promise<string>;
  /** Returns an assistant as the person sees it. Throws if it was refused. */
  read(person: TestPerson, assistantId: string, version?: number): Promise<ReadAssistant>;
}

interface CreateOptions {
  assistantId?: string;
  groupId?: string;
  isPublished?: boolean;
}

type ReadAssistant = OpOutput<typeof getAssistant>;

/** Starts a server on an empty database for tests of assistants. Writers of groups can edit their assistants. */
export async function createAssistantTestbed(options: TestAppOptions = {}): Promise<AssistantTestbed> {
  const environment = { FEATURES: "assistantAdminInterface", ...options.environment };
  const server = await createTestApp({ ...options, environment });
  let count = 0;
  return {
    server,
    signIn: (name) => server.signIn(`${name}${++count}@uni.edu`),
    async createTeam(creator, members = []) {
      const levels = Object.fromEntries(members.map(([{ actor }, level]) => [actor.email, level]));
      const group = { name: `Team ${++count}`, types: ["Staff", "Student"], members: levels };
      return (await createGroup(server.platform, creator.actor, group)).wireId;
    },
    async create(person, input = {}) {
      const { status, body, result } = await person.proxy(createAssistant, { name: "Tutor", ...input });
      if (status !== 200) throw new Error(`the assistant was refused: ${JSON.stringify(body)}`);
      return result.assistantId;
    },
    async read(person, assistantId, version) {
      const input = { assistantId, ...(version === undefined ? {} : { version }) };
      const { status, body, result } = await person.proxy(getAssistant, input);
      if (status !== 200) throw new Error(`the assistant was refused: ${JSON.stringify(body)}`);
      return result;
    },
  };
}
