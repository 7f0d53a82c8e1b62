/** Nearly all links are as plain as that: a named host, and nothing that a URL must not hold. */
const PLAIN =
  /^https?:\/\/(?!(?:[a-z0-9-]+\.)*xn--)(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?::\d{1,4})?(?:[/?#][!#-;=?-Z[\]_a-z~]*)?$/i
const BEGINS_AS_LINK = /^https?:\/\/[^/?#]/i
/** What browsers leave out of an address or read in more than one way. */
const MISLEADING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\<>"]|^\s|\s$/u

/**
 * Whether a text may be shown as a link: an absolute address over http or https, without a user name or password. A
 * `javascript:` or `data:` address would run in the page of whoever shows it.
 */
export function isWebLink(text: string): boolean {
  if (PLAIN.test(text)) return true
  if (!BEGINS_AS_LINK.test(text) || MISLEADING.test(text)) return false
  const url = URL.parse(text)
  return url !== null && url.username === '' && url.password === ''
}
