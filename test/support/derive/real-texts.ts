import type { MarkedLine, VersionText } from '../../../derive/text/version-text.ts'
import type { SourceItem } from '../../../ingest/source-interface/source.ts'
import { billText } from '../../../ingest/sources/bill-text/index.ts'
import { collect } from '../harness/collect.ts'
import { realData } from '../harness/real-data.ts'
import { stageOf } from './stages.ts'

/** A text of the real data, read as ingest stores it. */
export type RealText = {
  /** The key of its bill, such as `ocd-jurisdiction/country:us/government|119|hr1`. */
  readonly bill: string
  /** `BILLS-119hr1eh` for Congress, else the name of the file without its ending. */
  readonly name: string
  /** `eh` for Congress, `law` for a public law, else the words of the file name after the number of the bill. */
  readonly code: string
  readonly text: VersionText
}

export type RealTextFolder = 'govinfo-bill-text' | 'bill-texts'

type Observed = SourceItem & { readonly kind: 'observed' }

const readings = new Map<RealTextFolder, Promise<readonly RealText[]>>()

/**
 * Gives all texts of a folder of the real data, ordered by bill, then by stage: read once for all test files of a
 * process, which change nothing in them. Throws if the folder is absent, so skip the test if `realData(folder)` is
 * undefined.
 */
export function readRealTexts(folder: RealTextFolder): Promise<readonly RealText[]> {
  const reading = readings.get(folder) ?? readFolder(folder)
  readings.set(folder, reading)
  return reading
}

async function readFolder(folder: RealTextFolder): Promise<readonly RealText[]> {
  const read = billText.read({ paths: [realData(folder)!], started_at: '2026-11-28T00:00:00Z' })
  const items = await collect(read)
  return items
    .filter((item): item is Observed => item.kind === 'observed')
    .flatMap(realTextOf)
    .toSorted((a, b) => compare(a.bill, b.bill) || stageOf(a) - stageOf(b) || compare(a.name, b.name))
}

/** The pairs of consecutive texts of one bill. */
export function consecutivePairs(texts: readonly RealText[]): { from: RealText; to: RealText }[] {
  return texts.slice(1).flatMap((to, index) => {
    const from = texts[index]!
    return from.bill === to.bill ? [{ from, to }] : []
  })
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function realTextOf({ group, objects = [] }: Observed): RealText[] {
  const { key, record, parts } = group[0]!
  const [version] = (parts as { texts: { package?: string; text: StoredText }[] }).texts
  const { extracted, marked, media_type } = version!.text
  if (extracted === undefined) return []
  const name = version!.package ?? stemOf(record)
  const text: VersionText = {
    reference: { extracted_sha256: extracted.sha256, marked_sha256: marked?.sha256 ?? null, media_type },
    text: objects[1]!.bytes.toString(),
    marked: marked === undefined ? null : linesOf(objects[2]!.bytes),
  }
  return [{ bill: key, name, code: codeOf(name), text }]
}

type StoredText = {
  readonly media_type: string
  readonly extracted?: { readonly sha256: string }
  readonly marked?: { readonly sha256: string }
}

const linesOf = (ndjson: Buffer): MarkedLine[] =>
  ndjson
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as MarkedLine)

function stemOf(record: string): string {
  const file = record.slice(record.lastIndexOf('/') + 1)
  return decodeURIComponent(file.replace(/(?:_extracted)?\.\w+$/u, ''))
}

function codeOf(name: string): string {
  if (name.startsWith('PLAW-')) return 'law'
  return /^BILLS-\d+[a-z]+\d+([a-z]+\d*)/u.exec(name)?.[1] ?? name
}
