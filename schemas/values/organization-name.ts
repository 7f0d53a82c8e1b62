/** Legal forms and articles that one organization writes and leaves out. */
const FORMS = new Set([
  ...['INC', 'INCORPORATED', 'LLC', 'LLP', 'LP', 'LTD', 'LIMITED', 'CORP', 'CORPORATION', 'CO', 'COMPANY'],
  ...['PLC', 'PC', 'PA', 'PLLC', 'NA', 'SA', 'AG', 'NV', 'THE'],
])

/**
 * The form of an organization's name under which its spellings meet: `The Boeing Company` and `BOEING CO.` are `BOEING`.
 * Equal forms only propose that two organizations are one. Never empty.
 */
export function organizationNameKey(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll('&', ' AND ')
    .replaceAll(/(?<=\b\p{L})\.(?=\p{L}\b)/gu, '')
    .replaceAll(/['’`.]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const kept = words.filter((word) => !FORMS.has(word))
  return (kept.length === 0 ? words : kept).join(' ') || name.trim()
}
