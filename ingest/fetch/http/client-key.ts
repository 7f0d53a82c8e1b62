/** Stands in requests to these origins, and nowhere else. */
export type ClientKey = {
  readonly setting: string
  readonly value: string
  readonly send: 'query' | 'header'
  readonly name: string
  readonly origins: readonly string[]
}

/** Shorter ones would hide words. */
const SHORTEST_MASKED = 8

export function masked(text: string, key: ClientKey | null): string {
  return spellingsOf(key).reduce((rest, spelling) => rest.replaceAll(spelling, '***'), text)
}

/** As it may stand in a text, in an address, and in JSON whose slashes are escaped. */
function spellingsOf(key: ClientKey | null): readonly string[] {
  if (key === null || key.value.length < SHORTEST_MASKED) return []
  const { value } = key
  const inQuery = new URLSearchParams({ '': value }).toString().slice(1)
  return [...new Set([value, encodeURIComponent(value), inQuery, value.replaceAll('/', '\\/')])]
}

/** A publisher that links to its next page with the key in it: the archive gets as many asterisks. */
export function maskedBytes(body: Buffer, key: ClientKey | null): Buffer {
  const spellings = spellingsOf(key).filter((spelling) => body.includes(spelling))
  if (spellings.length === 0) return body
  const text = spellings.reduce(
    (rest, spelling) => rest.replaceAll(spelling, '*'.repeat(spelling.length)),
    body.toString('latin1'),
  )
  return Buffer.from(text, 'latin1')
}
