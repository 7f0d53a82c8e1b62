import type { Version } from '../../schemas/event-bodies/bill.ts'
import { mediaTypeOfName } from '../files/media-types.ts'
import type { MissingText } from '../source-interface/wanted-texts.ts'

/** When an address may be fetched again. null: it gave a document. */
export type Attempt = { readonly due_at: string | null }

/** Formats in the order of preference. Word processors' formats are not read. */
const MEDIA_TYPES = ['text/xml', 'text/html', 'text/plain', 'application/pdf']
const MOST_CHARACTERS = 2_000

/**
 * Gives, for each version without a text, the addresses that may be fetched now, best first. The next is tried if one
 * fails. An address that gave a document is not fetched again, even if the document was of no use. Pure.
 */
export function missingTexts(
  versions: readonly Version[],
  attempts: ReadonlyMap<string, Attempt>,
  now: string,
): MissingText[][] {
  const missing = versions.filter(({ text }) => text === null)
  const open = missing.map((version) =>
    textLinks(version).filter(({ url }) => isOpen(attempts.get(url), now)),
  )
  const distinct = new Map(open.map((links) => [links[0]?.url ?? '', links]))
  return [...distinct.values()].filter((links) => links.length > 0)
}

function isOpen(attempt: Attempt | undefined, now: string): boolean {
  return attempt === undefined || (attempt.due_at !== null && attempt.due_at <= now)
}

/** Gives the addresses of a version's text, best first. */
export function textLinks({ links }: Pick<Version, 'links'>): MissingText[] {
  return links
    .map(({ url, media_type }) => ({ url, media_type: mediaTypeOf(url, media_type) }))
    .filter(
      ({ url, media_type }) =>
        /^https?:\/\//u.test(url) && URL.canParse(url) && url.length <= MOST_CHARACTERS && media_type !== '',
    )
    .toSorted((a, b) => MEDIA_TYPES.indexOf(a.media_type) - MEDIA_TYPES.indexOf(b.media_type))
}

function mediaTypeOf(url: string, reported: string): string {
  const type = reported.split(';', 1)[0]!.trim().toLowerCase().replace('application/xml', 'text/xml')
  if (MEDIA_TYPES.includes(type)) return type
  if (type !== '') return ''
  return mediaTypeOfName(url.split(/[?#]/u, 1)[0]!) ?? ''
}
