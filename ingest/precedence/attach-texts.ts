import type { Version } from '../../schemas/event-bodies/bill.ts'
import type { BillParts, VersionText, WithoutId } from '../source-interface/observation.ts'

/** The preferred format if a version exists in several. */
const MEDIA_TYPES = ['text/xml', 'application/xml', 'text/html', 'text/plain', 'application/pdf']

type Versions = readonly WithoutId<Version>[]

/**
 * Gives each version and document its stored text: the text of the preferred link, matched by address or by the
 * package name in it. A text that says how it is listed adds a version if none fits; other texts wait. Pure; the
 * order of arrival has no effect.
 */
export function attachTexts({ texts = [], ...parts }: Partial<BillParts>): Partial<BillParts> {
  if (texts.length === 0) return parts
  const bestFirst = texts.toSorted(byQuality)
  const used = new Set<VersionText>()
  const versions = withTexts(parts.versions ?? [], bestFirst, used)
  const documents = withTexts(parts.documents ?? [], bestFirst, used)
  const added = missing(bestFirst, used)
  return {
    ...parts,
    ...(parts.versions !== undefined || added.length > 0 ? { versions: [...versions, ...added] } : {}),
    ...(parts.documents === undefined ? {} : { documents }),
  }
}

function withTexts(versions: Versions, texts: readonly VersionText[], used: Set<VersionText>): Versions {
  return versions.map((version) => {
    const fitting = texts.filter((text) => fits(version, text))
    for (const text of fitting) used.add(text)
    return fitting[0] === undefined ? version : { ...version, text: fitting[0].text }
  })
}

function fits({ links }: WithoutId<Version>, { link_url, package: name }: VersionText): boolean {
  return links.some(({ url }) => url === link_url || (name !== undefined && namesPackage(url, name)))
}

/** An address of `BILLS-119hr1eh2` does not name `BILLS-119hr1eh`. */
function namesPackage(url: string, name: string): boolean {
  const at = url.toLowerCase().indexOf(name.toLowerCase())
  return at >= 0 && !/[a-z0-9]/iu.test(url.charAt(at + name.length))
}

/** Adds one version per package, in the order of names, because a text does not say when it was published. */
function missing(texts: readonly VersionText[], used: ReadonlySet<VersionText>): WithoutId<Version>[] {
  const byName = new Map<string, WithoutId<Version>>()
  for (const text of texts) {
    const name = text.package ?? text.link_url
    if (used.has(text) || text.version === undefined || byName.has(name)) continue
    byName.set(name, { ...text.version, text: text.text })
  }
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, version]) => version)
}

function byQuality(a: VersionText, b: VersionText): number {
  return rankOf(a) - rankOf(b) || (a.link_url < b.link_url ? -1 : a.link_url > b.link_url ? 1 : 0)
}

/** A text that could be extracted comes before a scanned image. */
function rankOf({ text }: VersionText): number {
  const type = text.media_type.split(';', 1)[0]!
  const place = MEDIA_TYPES.indexOf(type)
  return (
    (place < 0 ? MEDIA_TYPES.length : place) + (text.extracted === undefined ? MEDIA_TYPES.length + 1 : 0)
  )
}
