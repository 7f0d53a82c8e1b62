/** JSON with sorted object keys, so that equal content is equal text. Arrays keep their order. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sortKeys(value)) ?? 'null'
}

function sortKeys(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(sortKeys)
  const fields = value as Record<string, unknown>
  const result: Record<string, unknown> = {}
  for (const key of Object.keys(fields).sort()) result[key] = sortKeys(fields[key])
  return result
}
