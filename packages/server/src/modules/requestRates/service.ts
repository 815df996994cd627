export { type BodyMemory, openBodyMemory } from "./bodyMemory.ts";
export { runHeavyCall } from "./heavyCalls.ts";
export { countRequest, countSignInRequest, questionWeight } from "./requestRates.ts";
