const ILLEGAL = /[^!#-;=?-Z[\]_a-z~]+/gu

/** An address as it must be written: what may not stand in one (spaces above all) is percent-encoded, nothing else. */
export function webAddress(printed: string): string {
  return printed.trim().replace(ILLEGAL, (text) => encodeURIComponent(text.toWellFormed()))
}
