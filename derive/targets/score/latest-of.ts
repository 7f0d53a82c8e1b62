/** The latest of some times of fixed width, which sort as texts do. */
export function latestOf(times: readonly string[]): string {
  let latest = times[0]!
  for (const time of times) if (time > latest) latest = time
  return latest
}
