/** Time as a dependency, so that tests move it by hand. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
