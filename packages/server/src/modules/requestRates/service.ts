export { type BodyMemory, openBodyMemory } from "./bodyMemory.ts";
export { runHeavyCall } from "./heavyCalls.ts";
export { countRequest, countSignInRequest, describeRequestRate, questionWeight } from "./requestRates.ts";
