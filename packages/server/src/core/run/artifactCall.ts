/** The temperature of calls that write an artifact. */
export const artifactTemperature = 0.5;
