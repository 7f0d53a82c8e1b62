import { encode } from 'html-entities'

/** A digest as an entry of a feed. */
export type FeedEntry = {
  /** The Message-ID of the digest: it never changes. */
  readonly message_id: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** RFC 3339. */
  readonly created_at: string
}

export type Feed = {
  readonly title: string
  readonly url: string
  /** RFC 3339: the time of the newest entry, or of the subscription if there is none. */
  readonly updated_at: string
  /** The newest first. */
  readonly entries: readonly FeedEntry[]
}

const idOf = ({ message_id }: Pick<FeedEntry, 'message_id'>): string =>
  `urn:legislog:digest:${message_id.replaceAll(/[<>]|@.*/g, '')}`

/** Characters that XML 1.0 cannot contain, not even escaped. */
const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu
/** With the named references of XML: not every reader of feeds knows others in attributes. */
const xml = (text: string): string =>
  encode(text.toWellFormed().replaceAll(NOT_XML, ' '), { mode: 'specialChars', level: 'xml' })

/** The feed as Atom (RFC 4287). Its id does not have the address, which can be replaced. */
export function renderAtom(feed: Feed, subscriptionId: number): string {
  const entries = feed.entries.map(
    (entry) => `<entry><id>${xml(idOf(entry))}</id><title>${xml(entry.subject)}</title>
<published>${entry.created_at}</published><updated>${entry.created_at}</updated>
<content type="html">${xml(entry.html)}</content></entry>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><id>urn:legislog:alerts:${subscriptionId}</id>
<title>${xml(feed.title)}</title><updated>${feed.updated_at}</updated><author><name>legislog</name></author>
<link rel="self" type="application/atom+xml" href="${xml(feed.url)}"/>
${entries.join('\n')}
</feed>
`
}

/** The feed as JSON Feed 1.1. */
export function jsonFeedOf(feed: Feed) {
  return {
    version: 'https://jsonfeed.org/version/1.1' as const,
    title: feed.title,
    feed_url: feed.url,
    items: feed.entries.map((entry) => ({
      id: idOf(entry),
      title: entry.subject,
      content_html: entry.html,
      content_text: entry.text,
      date_published: entry.created_at,
    })),
  }
}
