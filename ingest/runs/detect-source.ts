import { appendFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readFiles } from '../files/file-input.ts'
import type { InputRecord, ReadRecord } from '../files/records.ts'
import { type Part, readPart } from '../files/shapefiles/load-set.ts'
import { listShapefiles } from '../files/shapefiles/shapefile-sets.ts'
import type { Source } from '../source-interface/source.ts'

/** Limits of the sample, over all kinds of file names. */
const MOST_RECORDS = 60
const MOST_OF_A_KIND = 4
const MOST_BYTES = 6 * 1024 * 1024
type Sample = Pick<ReadRecord, 'name' | 'bytes'>

const MOST_SHAPEFILES = 40
/** Limits of the search for the sample. */
const MOST_SEEN = 3_000
const MOST_SEEN_BYTES = 96 * 1024 * 1024

/**
 * Names the sources that can read these files, the one that reads the most first. Each source gets a few records of
 * every kind of file name, because only a source's own code knows what it reads.
 */
export async function detectSources(paths: readonly string[], sources: readonly Source[]): Promise<string[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'legislog-form-'))
  try {
    for (const record of await sampleOf(paths)) await saveSample(scratch, record)
    for (const part of await sampleOfShapefiles(paths)) await saveSample(scratch, part)
    const found: { readonly name: string; readonly observed: number }[] = []
    for (const source of sources) {
      const observed = await countObserved(source, scratch)
      if (observed > 0) found.push({ name: source.name, observed })
    }
    return found.toSorted((a, b) => b.observed - a.observed).map(({ name }) => name)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function sampleOf(paths: readonly string[]): Promise<ReadRecord[]> {
  const sample: ReadRecord[] = []
  const ofKind = new Map<string, number>()
  let seen = 0
  let seen_bytes = 0
  let bytes = 0
  for await (const record of readFiles({ paths, started_at: '' })) {
    seen += 1
    seen_bytes += record.bytes.length
    if (seen > MOST_SEEN || seen_bytes > MOST_SEEN_BYTES || sample.length >= MOST_RECORDS) break
    const kind = kindOf(record)
    const times = ofKind.get(kind) ?? 0
    if (record.kind === 'unreadable' || times >= MOST_OF_A_KIND) continue
    if (bytes + record.bytes.length > MOST_BYTES) continue
    ofKind.set(kind, times + 1)
    bytes += record.bytes.length
    sample.push(record)
  }
  return sample
}

/** A shapefile is one record in several files. */
async function sampleOfShapefiles(paths: readonly string[]): Promise<Sample[]> {
  const sample: Sample[] = []
  const ofKind = new Map<string, number>()
  let bytes = 0
  let seen = 0
  for await (const { name, parts } of listShapefiles({ paths, started_at: '' })) {
    const kind = kindOf({ name })
    const times = ofKind.get(kind) ?? 0
    if (++seen > MOST_SHAPEFILES) break
    if (times >= MOST_OF_A_KIND) continue
    // A part that cannot be read is reported when its set is ingested.
    const files = await Promise.all(parts.map(readSmallPart)).catch(() => null)
    const size = files?.reduce((sum, file) => sum + file.bytes.length, 0) ?? 0
    if (files === null || bytes + size > MOST_BYTES) continue
    ofKind.set(kind, times + 1)
    bytes += size
    sample.push(...files)
  }
  return sample
}

const readSmallPart = async (part: Part): Promise<Sample> => ({
  name: part.name,
  bytes: await readPart(part, MOST_BYTES),
})

/** `wa/bill_4c1f….json` and `wa/bill_97ab….json` are of one kind. */
function kindOf({ name }: Pick<InputRecord, 'name'>): string {
  const file = name.slice(name.lastIndexOf('/') + 1).replace(/#\d+$/u, '')
  return file.replaceAll(/[0-9a-f]{8}[0-9a-f-]+|\d+/giu, '0')
}

/** Keeps name and folders, because both may say what the record is. Lines of one file are written as lines again. */
async function saveSample(scratch: string, { name, bytes }: Sample): Promise<void> {
  const steps = name
    .replace(/#\d+$/u, '')
    .split('/')
    .filter((step) => step !== '' && step !== '..')
  const file = join(scratch, ...steps)
  await mkdir(dirname(file), { recursive: true })
  const isLine = name.includes('#')
  await appendFile(file, isLine ? Buffer.concat([bytes, Buffer.from('\n')]) : bytes)
}

async function countObserved({ read }: Source, scratch: string): Promise<number> {
  const entries = (await readdir(scratch)).toSorted()
  let observed = 0
  try {
    const startedAt = new Date(0).toISOString()
    for await (const item of read({
      paths: entries.map((entry) => join(scratch, entry)),
      started_at: startedAt,
    })) {
      if (item.kind === 'observed') observed += item.group.length
    }
  } catch {
    // A source that fails on another source's files does not recognize them.
    return 0
  }
  return observed
}
