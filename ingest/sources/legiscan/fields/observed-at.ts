/**
 * Gives the time of LegiScan's statement. Its records have no time; its data sets have a day in the name of their zip
 * (`MI_2025-2026_103rd_Legislature_CSV_20250629_….zip`). Otherwise it is the time of the fetch, or of the run.
 */
export function parseObservedAt(name: string, fetchedAt: string | null, startedAt: string): string {
  const match = /_(?:CSV|JSON)_(\d{4})(\d{2})(\d{2})(?:_[0-9a-f]+)?\.zip\b/iu.exec(name)
  const day = match === null ? null : `${match[1]}-${match[2]}-${match[3]}T00:00:00Z`
  if (day !== null && !Number.isNaN(Date.parse(day))) return day
  return fetchedAt ?? startedAt
}
