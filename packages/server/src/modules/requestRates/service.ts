export { type BodyMemory, openBodyMemory } from "./bodyMemory.ts";
export { runHeavyCall } from "./heavyCalls.ts";
export { countOp, countRequest, countSignInRequest, questionWeight } from "./requestRates.ts";
