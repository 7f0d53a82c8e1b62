import { type Fields, invalid } from '../records/fields.ts'

/**
 * An amount with two decimals, as text: `80000.00`. Null if none is printed. JSON numbers are read by their digits, and
 * no sum is made of them. Throws `record_invalid`.
 */
export function dollarsOf(fields: Fields, name: string): string | null {
  const value = fields[name]
  if (value === undefined || value === null || value === '') return null
  const text = typeof value === 'number' ? String(value) : value
  const parts =
    typeof text === 'string'
      ? /^\s*\$?(\d{1,13}|\d{1,3}(?:,\d{3}){1,4})(?:\.(\d{1,2})0*)?\s*$/u.exec(text)
      : null
  if (parts === null) throw invalid(name, value, 'an amount of dollars with at most two decimals')
  return `${parts[1]!.replaceAll(',', '').replace(/^0+(?=\d)/u, '')}.${(parts[2] ?? '').padEnd(2, '0')}`
}
