/** A key that is sent only to these origins. */
export type ClientKey = {
  readonly setting: string
  readonly value: string
  readonly send: 'query' | 'header'
  readonly name: string
  /** Sent before the key in a header. */
  readonly prefix?: string
  readonly origins: readonly string[]
}

/** Masking shorter keys would hide ordinary words. */
const SHORTEST_MASKED = 8

export function masked(text: string, key: ClientKey | null): string {
  return spellingsOf(key).reduce((rest, spelling) => rest.replaceAll(spelling, '***'), text)
}

/** Gives the key as it may appear in a text, in an address, and in JSON with escaped slashes. */
function spellingsOf(key: ClientKey | null): readonly string[] {
  if (key === null || key.value.length < SHORTEST_MASKED) return []
  const { value } = key
  const inQuery = new URLSearchParams({ '': value }).toString().slice(1)
  return [...new Set([value, encodeURIComponent(value), inQuery, value.replaceAll('/', '\\/')])]
}

/** Masks the key with as many asterisks, because some publishers put it in the link to the next page. */
export function maskedBytes(body: Buffer, key: ClientKey | null): Buffer {
  const spellings = spellingsOf(key).filter((spelling) => body.includes(spelling))
  if (spellings.length === 0) return body
  const text = spellings.reduce(
    (rest, spelling) => rest.replaceAll(spelling, '*'.repeat(spelling.length)),
    body.toString('latin1'),
  )
  return Buffer.from(text, 'latin1')
}
