const ILLEGAL = /[^!#-;=?-Z[\]_a-z~]+/gu

/** Encodes characters that an address must not contain, mostly spaces. Other characters stay. */
export function webAddress(printed: string): string {
  return printed.trim().replace(ILLEGAL, (text) => encodeURIComponent(text.toWellFormed()))
}
