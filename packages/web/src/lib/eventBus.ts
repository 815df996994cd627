/** Maps the name of each event to the type of its detail. */
type EventMap = Record<string, object>;

export interface EventBus<Events extends EventMap> {
  emit<Name extends keyof Events & string>(name: Name, detail: Events[Name]): void;
  /** Subscribes to an event. Returns the unsubscribe function. */
  on<Name extends keyof Events & string>(name: Name, listener: (detail: Events[Name]) => void): () => void;
}

/** Creates a typed event bus that dispatches custom events on the object that `target` returns. */
export function createEventBus<Events extends EventMap>(getTarget: () => EventTarget): EventBus<Events> {
  return {
    emit(name, detail) {
      getTarget().dispatchEvent(new CustomEvent(name, { detail }));
    },
    on(name, listener) {
      // Ignore events without a detail: other code dispatches them under the same name.
      const handle = (event: Event) => {
        if (event instanceof CustomEvent && typeof event.detail === "object" && event.detail !== null)
          listener(event.detail);
      };
      const currentTarget = getTarget();
      currentTarget.addEventListener(name, handle);
      return () => currentTarget.removeEventListener(name, handle);
    },
  };
}
