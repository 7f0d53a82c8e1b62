import type { BillParts } from '../../source-interface/observation.ts'

type File = BillParts['versions'][number]

/**
 * A file that a source lists twice, listed once: an entry that is the same in its words, its day and its addresses, and a
 * document all of whose addresses are a version's. One address under two notes in one list stays two: a page that always
 * shows the newest print stands for each of them.
 */
export function distinctFiles(
  versions: readonly File[],
  documents: readonly File[],
): { readonly versions: readonly File[]; readonly documents: readonly File[] } {
  const ofVersions = new Set(versions.flatMap(addressesOf))
  const isVersion = (document: File): boolean =>
    document.links.length > 0 && addressesOf(document).every((url) => ofVersions.has(url))
  return {
    versions: entriesOnce(versions),
    documents: entriesOnce(documents.filter((document) => !isVersion(document))),
  }
}

const addressesOf = ({ links }: File): string[] => links.map(({ url }) => url)

function entriesOnce(entries: readonly File[]): readonly File[] {
  const seen = new Set<string>()
  return entries.map(linksOnce).filter((entry) => {
    const { note, date } = entry
    const key = JSON.stringify([note.trim().toLowerCase(), date, addressesOf(entry).toSorted()])
    return !seen.has(key) && seen.add(key)
  })
}

function linksOnce(entry: File): File {
  const urls = new Set(addressesOf(entry))
  if (urls.size === entry.links.length) return entry
  return { ...entry, links: [...urls].map((url) => entry.links.find((link) => link.url === url)!) }
}
