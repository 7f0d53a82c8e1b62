import { readFiles } from '../../files/file-input.ts'
import type { FileInput } from '../../source-interface/source.ts'
import { tableOf } from '../federal-documents/tables.ts'
import { type Fields, fieldsOf } from '../records/fields.ts'
import { parseJson, textOfRecord } from '../records/rejections.ts'
import { answersOf, resourcesOf } from './answers.ts'
import { type Docket, docketOf } from './map-docket.ts'

/** Facts needed before the first record is mapped: the time of each recorded answer, and the dockets. */
export type RecordSummary = {
  /** By file name without its folder and `.gz`. RFC 3339. */
  readonly recorded_at: Map<string, string>
  readonly dockets: Map<string, Docket>
}

const LARGEST_DOCKET_BYTES = 64 * 1024

export async function peekAt({ paths, started_at, archive_bytes }: FileInput): Promise<RecordSummary> {
  const glance: RecordSummary = { recorded_at: new Map(), dockets: new Map() }
  for await (const record of readFiles({ paths, started_at, archive_bytes })) {
    if (record.kind === 'unreadable') continue
    if (isIndex(record.name)) addTimes(glance, record.bytes)
    else if (record.bytes.length <= LARGEST_DOCKET_BYTES && record.bytes.includes('"dockets"'))
      addDockets(glance, record.bytes)
  }
  return glance
}

/** A list of recorded answers: file, status, address, time. */
export const isIndex = (name: string): boolean => /(?:^|\/)index\.csv$/u.test(name)

function addTimes({ recorded_at }: RecordSummary, bytes: Buffer): void {
  for (const { file, recorded_at: printed } of tableOf(bytes)) {
    const epoch_ms = Date.parse(printed ?? '')
    if (file === undefined || Number.isNaN(epoch_ms)) continue
    recorded_at.set(file.replace(/\.gz$/u, ''), new Date(epoch_ms).toISOString())
  }
}

/** Ignores other records and broken dockets; the run handles them when it reads them. */
function addDockets({ dockets }: RecordSummary, bytes: Buffer): void {
  try {
    for (const answer of answersOf(parseJson(textOfRecord(bytes)))) {
      for (const resource of resourcesOf(answer)) rememberDocket(dockets, resource as Fields)
    }
  } catch {
    // The run reports it when it reads the record.
  }
}

/** Keeps the newest version of a docket. */
export function rememberDocket(dockets: Map<string, Docket>, resource: Fields): void {
  if (resource.type !== 'dockets' || Object.keys(fieldsOf(resource, 'attributes')).length === 0) return
  const docket = docketOf(resource)
  const stored = dockets.get(docket.docket_id)
  if (stored === undefined || (stored.modified_at ?? '') <= (docket.modified_at ?? ''))
    dockets.set(docket.docket_id, docket)
}
