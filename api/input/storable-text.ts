import { invalidBody } from './refused-input.ts'

type PendingValue = { readonly value: unknown; readonly names: readonly (string | number)[] }

/**
 * Refuses a body if any text in it has a character that the database cannot store. `is_private`: names in the body may be
 * what nobody may see.
 */
export function checkBody(body: unknown, options: { readonly is_private: boolean }): void {
  const pending: PendingValue[] = [{ value: body, names: [] }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, names } = next
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
      throw options.is_private
        ? invalidBody([], 'The body contains a character that is not allowed.')
        : invalidBody(names, `${names.join('.')} contains a character that is not allowed.`)
    if (typeof value !== 'object' || value === null) continue
    for (const [name, member] of Object.entries(value))
      pending.push({ value: member, names: [...names, name] })
  }
}
