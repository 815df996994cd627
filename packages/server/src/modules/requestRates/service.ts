export { countOp, countRequest, countSignInRequest, questionWeight } from "./requestRates.ts";
