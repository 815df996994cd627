/** Events by name, each with its detail. */
type EventMap = Record<string, object>;

export interface EventBus<Events extends EventMap> {
  emit<Name extends keyof Events & string>(name: Name, detail: Events[Name]): void;
  /** Returns the unsubscribe function. */
  on<Name extends keyof Events & string>(name: Name, listener: (detail: Events[Name]) => void): () => void;
}

/** A typed bus over the custom events of a target. */
export function createEventBus<Events extends EventMap>(target: () => EventTarget): EventBus<Events> {
  return {
    emit(name, detail) {
      target().dispatchEvent(new CustomEvent(name, { detail }));
    },
    on(name, listener) {
      // Other code may dispatch an event with this name: without a detail it is not ours.
      const handle = (event: Event) => {
        if (event instanceof CustomEvent && typeof event.detail === "object" && event.detail !== null)
          listener(event.detail);
      };
      const current = target();
      current.addEventListener(name, handle);
      return () => current.removeEventListener(name, handle);
    },
  };
}
