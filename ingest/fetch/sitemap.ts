import { XMLParser } from 'fast-xml-parser'

/** One address in a sitemap: a document or, in an index, another sitemap. */
export type Listed = {
  /**
   * The address relative to the feed's address: the request goes to the feed's host, whatever host the publisher
   * prints.
   */
  readonly path: string
  /** RFC 3339, or null if the sitemap does not say. */
  readonly modified_at: string | null
}

const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  isArray: (name) => name === 'url' || name === 'sitemap',
})

/**
 * Gives the addresses of a sitemap or of an index of sitemaps, in its order (https://www.sitemaps.org/protocol.html).
 */
export function readSitemap(body: Buffer): Listed[] {
  const root: { urlset?: { url?: Entry[] }; sitemapindex?: { sitemap?: Entry[] } } = parser.parse(body)
  const entries = root.urlset?.url ?? root.sitemapindex?.sitemap ?? []
  return entries.flatMap(({ loc = '', lastmod = '' }) => {
    const address = URL.parse(loc)
    if (address === null) return []
    return [{ path: `${address.pathname.slice(1)}${address.search}`, modified_at: toTime(lastmod) }]
  })
}

type Entry = { readonly loc?: string; readonly lastmod?: string }

/** A day counts as its start, so a change later on that day is not taken for older. */
function toTime(text: string): string | null {
  const at_ms = Date.parse(text)
  return Number.isNaN(at_ms) ? null : new Date(at_ms).toISOString()
}
