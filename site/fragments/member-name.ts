/** The name of a member with party and district, if they are known. */
export function memberName({
  name,
  party,
  district,
}: {
  readonly name: string
  readonly party: string | null
  readonly district: string | null
}): string {
  const beside = [party, district].filter((text) => text !== null)
  return beside.length === 0 ? name : `${name} (${beside.join(', ')})`
}
