import {
  findNewestLeaf,
  forkBranch,
  getBranch,
  type Message,
  type MessageTree,
  removeMessageFromTree,
} from "@lectern/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { withVersions } from "../../conversations/messageTree.ts";
import { createVersion } from "../answer/messageText.ts";

/** A message of the expected conversation. */
interface Node {
  id: string;
  role: Message["role"];
  parent: Node | null;
}

/** The expected conversation: its messages in the order of their creation, and its head. */
class Model {
  nodes: Node[] = [];
  head: Node | null = null;

  add(node: Node): Node {
    this.nodes.push(node);
    this.head = node;
    return node;
  }
  childrenOf(parent: Node | null): Node[] {
    return this.nodes.filter((node) => node.parent === parent);
  }
  versionsOf({ parent, role }: Node): Node[] {
    return this.childrenOf(parent).filter((node) => node.role === role);
  }
  shown(): Node[] {
    const path: Node[] = [];
    for (let node = this.head; node; node = node.parent) path.unshift(node);
    return path;
  }
  newestBelow(node: Node): Node {
    const last = this.childrenOf(node).at(-1);
    return last ? this.newestBelow(last) : node;
  }
  remove(node: Node): void {
    const versions = this.versionsOf(node);
    const isShown = this.shown().includes(node);
    if (versions.length > 1) {
      const at = versions.indexOf(node);
      const replacement = versions[at - 1] ?? versions[at + 1] ?? null;
      const dropNode = (droppedNode: Node) => {
        for (const child of this.childrenOf(droppedNode)) dropNode(child);
        this.nodes = this.nodes.filter((other) => other !== droppedNode);
      };
      dropNode(node);
      if (isShown) this.head = replacement && this.newestBelow(replacement);
      return;
    }
    for (const child of this.childrenOf(node)) child.parent = node.parent;
    this.nodes = this.nodes.filter((other) => other !== node);
    if (this.head === node) this.head = node.parent;
  }
  copy(): Model {
    const model = new Model();
    model.nodes = this.nodes.map((node) => ({ ...node }));
    const byId = new Map(model.nodes.map((node) => [node.id, node]));
    for (const node of model.nodes) node.parent = byId.get(node.parent?.id ?? "") ?? null;
    model.head = byId.get(this.head?.id ?? "") ?? null;
    return model;
  }
}

const message = (id: string, role: Message["role"], parentId: string | null): Message => ({
  id,
  role,
  parentId,
  content: `text of ${id}`,
  data: { state: { codeInterpreter: { id }, kept: id } },
});

/** One step: the action, and the shown message it applies to, counted from the end. */
const stepArbitrary = fc.record({
  what: fc.constantFrom("send", "editLast", "again", "switch", "remove", "undo"),
  at: fc.nat({ max: 5 }),
});

const getIds = (branch: readonly { id: string }[]) => branch.map(({ id }) => id);

test("[C4.15] after any sequence of sending, editing, answering again, switching, deleting and undoing, the shown messages and versions are those of a tree", () => {
  fc.assert(
    fc.property(fc.array(stepArbitrary, { maxLength: 40 }), (steps) => {
      let tree: MessageTree<Message> = { messages: [], headId: null };
      let model = new Model();
      const history: { tree: MessageTree<Message>; model: Model }[] = [];
      let createdCount = 0;
      const addMessage = (added: Message) => {
        tree = { messages: [...tree.messages, added], headId: added.id };
        const parent = model.nodes.find(({ id }) => id === added.parentId) ?? null;
        model.add({ id: added.id, role: added.role, parent });
        return added;
      };
      const addTurn = (userMessage: Message) => {
        addMessage(userMessage);
        addMessage(message(`a${createdCount}`, "assistant", userMessage.id));
      };

      for (const { what, at } of steps) {
        createdCount += 1;
        const branch = getBranch(tree.messages, tree.headId);
        const chosenMessage = branch.at(-1 - at);
        const lastUserText = branch.findLast(({ role }) => role === "user");
        if (what === "send") addTurn(message(`q${createdCount}`, "user", branch.at(-1)?.id ?? null));
        if (what === "editLast" && lastUserText)
          addTurn({ ...createVersion(lastUserText, `edited ${createdCount}`), id: `e${createdCount}` });
        if (what === "again" && chosenMessage?.role === "assistant") {
          addMessage(message(`b${createdCount}`, "assistant", chosenMessage.parentId));
        }
        if (what === "switch" && chosenMessage) {
          const { versionIds } =
            withVersions(tree.messages, branch).find((shownMessages) => shownMessages.message === chosenMessage) ?? {};
          const nextVersionId = versionIds?.[createdCount % versionIds.length];
          const node = model.nodes.find(({ id }) => id === nextVersionId);
          if (nextVersionId !== undefined && node) {
            tree = { ...tree, headId: findNewestLeaf(tree.messages, nextVersionId) };
            model.head = model.newestBelow(node);
          }
        }
        if (what === "remove" && chosenMessage) {
          history.push({ tree, model: model.copy() });
          tree = removeMessageFromTree(tree, chosenMessage.id);
          const node = model.nodes.find(({ id }) => id === chosenMessage.id);
          if (node) model.remove(node);
        }
        if (what === "undo") ({ tree, model } = history.pop() ?? { tree, model });
        // Restoring must not remove what has been sent since.
        if (what !== "remove" && what !== "undo") history.length = 0;

        const shownMessages = withVersions(tree.messages, getBranch(tree.messages, tree.headId));
        const expectedNodes = model.shown();
        expect(shownMessages.map(({ message }) => message.id)).toEqual(getIds(expectedNodes));
        expect(shownMessages.map(({ versionIds }) => Math.max(1, versionIds.length))).toEqual(
          expectedNodes.map((node) => model.versionsOf(node).length),
        );
        for (const { message, versionIds } of shownMessages)
          if (versionIds.length > 1) expect(versionIds).toContain(message.id);
        expect(getIds(tree.messages).toSorted()).toEqual(getIds(model.nodes).toSorted());
      }
    }),
  );
});

test("[C4.10, A4.27] a fork of the shown branch ends at the chosen message and has no code interpreter assistant", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.nat(), (length, chosenMessage) => {
      const messages = Array.from({ length }, (_, index) =>
        message(`m${index}`, index % 2 === 0 ? "user" : "assistant", index === 0 ? null : `m${index - 1}`),
      );
      const other = message("other", "assistant", "m0");
      const at = chosenMessage % length;
      const forkedMessages = forkBranch({ messages: [...messages, other], headId: `m${length - 1}` }, `m${at}`);
      expect(getIds(forkedMessages)).toEqual(getIds(messages.slice(0, at + 1)));
      for (const { data, id } of forkedMessages) expect(data.state).toEqual({ kept: id });
    }),
  );
});
