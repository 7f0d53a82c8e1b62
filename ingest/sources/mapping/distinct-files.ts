import type { BillParts } from '../../source-interface/observation.ts'

type File = BillParts['versions'][number]

/**
 * Removes files that a source lists twice: entries with equal words, day and addresses, and documents whose
 * addresses all belong to versions. One address under two notes stays two entries, because such a page always
 * shows the newest print.
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
