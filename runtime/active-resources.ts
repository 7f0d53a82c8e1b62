/** Counts what keeps this process alive, by kind (timers, sockets, file requests), as Node sees it. */
export function activeResources(): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}
