import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFolder } from '../../../runtime/settings/settings.ts'

type ScraperBill = Record<string, unknown> & { identifier: string; actions: unknown[] }

const folderOf = (name: string): string => join(projectFolder, 'sample', name)

/** A bill of the sample under other values, as a scraper would write it later. */
async function billLike(identifier: string, change: Record<string, unknown>): Promise<ScraperBill> {
  const lines = (await readFile(join(folderOf('revision'), 'bill.ndjson'), 'utf8')).trim().split('\n')
  const found = lines
    .map((line) => JSON.parse(line) as ScraperBill)
    .find((bill) => bill.identifier === identifier)
  if (found === undefined) throw new Error(`the revision of the sample has no ${identifier}`)
  return { ...found, ...change }
}

async function writeListing(folder: string, bills: readonly unknown[]): Promise<string> {
  await mkdir(folder, { recursive: true })
  await cp(join(folderOf('revision'), 'jurisdiction_zz.json'), join(folder, 'jurisdiction_zz.json'))
  await writeFile(join(folder, 'bill.ndjson'), bills.map((bill) => `${JSON.stringify(bill)}\n`).join(''))
  return folder
}

const later = (day: string) => ({ scraped_at: `${day}T06:00:00+00:00` })

/** HB 9 has texts that can be fetched; the bill without a number cannot be mapped. */
export async function writeTexts(folder: string, world: string): Promise<string> {
  const link = (name: string) => [{ url: `${world}/texts/${name}`, media_type: 'text/html' }]
  const versions = [
    { note: 'Introduced', links: link('hb9-1.html'), date: '', classification: '' },
    { note: 'Engrossed', links: link('hb9-2.html'), date: '', classification: '' },
  ]
  const bill = await billLike('HB 8', {
    identifier: 'HB 9',
    title: 'An Act relating to lighthouses',
    versions,
    ...later('2026-04-10'),
    _id: '00000201-fa11-11f0-8001-00005a5a0001',
  })
  return writeListing(folder, [bill, { ...bill, identifier: 7, _id: '00000202-fa11-11f0-8001-00005a5a0001' }])
}

/** Another bill under the number of HB 8, whose publisher gave it another id: the key is disputed. */
export async function writeNamesake(folder: string): Promise<string> {
  const other = await billLike('HB 8', {
    title: 'A resolution on the naming of a ferry',
    sponsorships: [],
    actions: [
      {
        description: 'Laid on the table',
        date: '2025-01-09',
        organization_id: '~{"classification": "lower"}',
        classification: [],
        related_entities: [],
      },
    ],
    sources: [{ url: 'https://legislature.sample.example/2026/bills/other', note: '' }],
    _id: '00000203-fa11-11f0-8001-00005a5a0001',
    ...later('2026-04-11'),
  })
  return writeListing(folder, [other])
}

/** The title of the bill that the live read schema is made to refuse for a moment. */
export const REFUSED = 'An Act relating to refused events'

export async function writeRefused(folder: string): Promise<string> {
  const bill = { identifier: 'HB 10', title: REFUSED, _id: '00000204-fa11-11f0-8001-00005a5a0001' }
  return writeListing(folder, [await billLike('HB 8', { ...bill, ...later('2026-04-12') })])
}

/** A new bill that nothing relays before the dump. */
export async function writeWaiting(folder: string): Promise<string> {
  const bill = {
    identifier: 'HB 11',
    title: 'An Act relating to snow fences',
    _id: '00000205-fa11-11f0-8001-00005a5a0001',
  }
  return writeListing(folder, [await billLike('HB 8', { ...bill, ...later('2026-04-13') })])
}
