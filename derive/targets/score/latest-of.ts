/** The latest of some times of fixed width, which sort as texts do. */
export const latestOf = (times: readonly string[]): string =>
  times.reduce((latest, time) => (time > latest ? time : latest))
