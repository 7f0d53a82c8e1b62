/** Formats in which bills are published and which can be read. */
const by_extension: ReadonlyMap<string, string> = new Map([
  ['xml', 'text/xml'],
  ['htm', 'text/html'],
  ['html', 'text/html'],
  ['txt', 'text/plain'],
  ['pdf', 'application/pdf'],
])

/** Gives the media type by the end of a name or address. Undefined if it is not text. */
export function mediaTypeOfName(name: string): string | undefined {
  return by_extension.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase())
}
