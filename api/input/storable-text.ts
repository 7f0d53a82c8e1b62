import { invalidBody } from './refused-input.ts'

type PendingValue = { readonly value: unknown; readonly names: readonly (string | number)[] }

/** Refuses a body if any text in it has a character that the database cannot store. */
export function checkBody(body: unknown): void {
  const pending: PendingValue[] = [{ value: body, names: [] }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, names } = next
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
      throw invalidBody(names, `${names.join('.')} holds a character that no text may hold.`)
    if (typeof value !== 'object' || value === null) continue
    for (const [name, member] of Object.entries(value))
      pending.push({ value: member, names: [...names, name] })
  }
}
