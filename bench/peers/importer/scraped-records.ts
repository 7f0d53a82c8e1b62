import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { readFiles } from '../../../ingest/files/file-input.ts'
import { LegislogError } from '../../../schemas/errors.ts'

const kinds = ['bill', 'vote_event', 'jurisdiction', 'organization', 'event'] as const

/** One state's scraper output, packed as it is kept and unpacked as the scraper writes it. */
export type ScrapedState = {
  readonly state: string
  readonly jurisdiction_id: string
  readonly packed: string
  readonly records: number
}

/** Writes each record of `<data>/openstates-scraper/<state>` into a file of its own, as the importer wants it. */
export async function unpackState(data: string, state: string, folder: string): Promise<ScrapedState> {
  const packed = join(data, 'openstates-scraper', state)
  const target = join(folder, state)
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  let records = 0
  let jurisdictionId = ''
  for await (const record of readFiles({ paths: [packed], started_at: '' })) {
    const kind = kinds.find((one) => basename(record.name).startsWith(one))
    if (kind === undefined || record.kind !== 'record')
      throw new LegislogError('usage', `${record.name} is not a record of a scraper`)
    if (kind === 'jurisdiction')
      jurisdictionId = (JSON.parse(record.bytes.toString('utf8')) as { _id: string })._id
    if (kind === 'bill' || kind === 'vote_event') records++
    const id = createHash('sha256').update(record.bytes).digest('hex').slice(0, 32)
    await writeFile(join(target, `${kind}_${id}.json`), record.bytes)
  }
  return { state, jurisdiction_id: jurisdictionId, packed, records }
}
