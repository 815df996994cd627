import {
  clearMemories,
  countMemories,
  createMemoryProject,
  dismissFacts,
  editMemory,
  editMemoryProject,
  extractFacts,
  getFeatureFlags,
  getMemoryProjects,
  listPendingFacts,
  type Memory,
  type MemoryProject,
  type PendingFact,
  readMemory,
  removeMemory,
  removeMemoryProject,
  restoreMemories,
  saveMemory,
} from "@lectern/contract";
import { createFlags } from "./defaultAnswers.ts";
import { Failure, stubOp } from "./stubServer.ts";
import { stubSettings } from "./stubSettings.ts";

export const createMemory = (fields: Partial<Memory> = {}): Memory => ({
  ...{ id: "m1", content: "Teaches law.", memory_type: "user", memory_type_id: "ann@example.org" },
  timestamp: "2026-11-29T12:00:00.000Z",
  ...fields,
});

export const createProject = (fields: Partial<MemoryProject> = {}): MemoryProject => ({
  ...{ id: "p1", project: "Thesis", timestamp: "2026-11-29T12:00:00.000Z" },
  ...fields,
});

interface StoredMemory {
  memories: Memory[];
  projects: MemoryProject[];
  facts: PendingFact[];
}

/** Answers as a server that stores these memories, for a person who has turned memory on. Returns what is stored. */
export function stubMemory(stored: Partial<StoredMemory> = {}): StoredMemory {
  const state: StoredMemory = { memories: [], projects: [], facts: [], ...stored };
  const timestamp = "2026-11-30T12:00:00.000Z";
  stubOp(getFeatureFlags, createFlags({ memory: true }));
  stubSettings({
    featureOptions: {
      ...{ includeArtifacts: false, includeFocusedMessages: true, includePluginSelector: true },
      ...{ includeHighlighter: false, includeMemory: true },
    },
  });
  const find = (id: string) => {
    const memory = state.memories.find((each) => each.id === id);
    if (!memory) throw new Failure("Not found.", { status: 404, code: "notFound" });
    return memory;
  };
  const drop = (ids: readonly string[]) => {
    state.memories = state.memories.filter(({ id }) => !ids.includes(id));
  };
  stubOp(readMemory, ({ project_id: projectId, memory_ids: ids }) => ({
    memories: state.memories.filter(({ id, memory_type: type, memory_type_id: target }) => {
      if (ids) return ids.includes(id);
      return projectId ? type === "project" && target === projectId : type !== "project";
    }),
  }));
  stubOp(countMemories, () => {
    const count = (type: Memory["memory_type"]) => state.memories.filter((each) => each.memory_type === type).length;
    const counts = { user: count("user"), project: count("project"), assistant: count("assistant") };
    return { ...counts, total: state.memories.length };
  });
  stubOp(saveMemory, ({ MemoryItem: content, MemoryType: type, MemoryTypeID: target, replaces, fact_id: factId }) => {
    const memory = createMemory({
      content,
      memory_type: type,
      memory_type_id: target,
      timestamp,
      id: crypto.randomUUID(),
    });
    drop(replaces === undefined ? [] : [replaces]);
    state.memories.unshift(memory);
    state.facts = state.facts.filter(({ id }) => id !== factId);
    return { memory };
  });
  stubOp(editMemory, ({ memory_id: id, content }) => ({ memory: Object.assign(find(id), { content }) }));
  stubOp(removeMemory, ({ memory_id: id }) => {
    const memory = find(id);
    drop([id]);
    return { memory };
  });
  stubOp(restoreMemories, ({ memories }) => {
    state.memories.push(...memories.map((memory) => createMemory(memory)));
    return { count: memories.length };
  });
  stubOp(clearMemories, () => {
    const count = state.memories.length;
    state.memories = [];
    return { count };
  });
  stubOp(getMemoryProjects, () => ({ projects: state.projects }));
  stubOp(createMemoryProject, ({ ProjectName: project }) => {
    const created = createProject({ id: `new-${project}`, project });
    state.projects = [created, ...state.projects];
    return { project: created };
  });
  stubOp(editMemoryProject, ({ ProjectID: id, ProjectName: project }) => {
    state.projects = state.projects.map((each) => (each.id === id ? { ...each, project } : each));
    return { project: createProject({ id, project }) };
  });
  stubOp(removeMemoryProject, ({ ProjectID: id }) => {
    state.projects = state.projects.filter((each) => each.id !== id);
    return { count: 0 };
  });
  stubOp(listPendingFacts, ({ conversation_id: id }) => ({
    facts: state.facts.filter((fact) => id === undefined || fact.conversation_id === id),
  }));
  stubOp(dismissFacts, ({ fact_ids: ids }) => {
    state.facts = state.facts.filter(({ id }) => !ids.includes(id));
    return {};
  });
  stubOp(extractFacts, { facts: [], extracted: [] });
  return state;
}
