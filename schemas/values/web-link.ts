/** Nearly all links match this: a named host, and no forbidden characters. */
const PLAIN =
  /^https?:\/\/(?!(?:[a-z0-9-]+\.)*xn--)(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?::\d{1,4})?(?:[/?#][!#-;=?-Z[\]_a-z~]*)?$/i
const BEGINS_AS_LINK = /^https?:\/\/[^/?#]/i
/** Characters that browsers drop from an address or read in several ways. */
const MISLEADING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\<>"]|^\s|\s$/u

/**
 * True if a text may be shown as a link: an absolute http or https address without a user name or password. A
 * `javascript:` or `data:` address would run in the page that shows it.
 */
export function isWebLink(text: string): boolean {
  if (PLAIN.test(text)) return true
  if (!BEGINS_AS_LINK.test(text) || MISLEADING.test(text)) return false
  const url = URL.parse(text)
  return url !== null && url.username === '' && url.password === ''
}
