/** A JSON pointer (RFC 6901) to the member that these names lead to: `['filter', 'subjects', 0]`. */
export const pointerTo = (names: readonly (string | number)[]): string =>
  names.map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** The inverse: the names in a JSON pointer. */
export const namesIn = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
