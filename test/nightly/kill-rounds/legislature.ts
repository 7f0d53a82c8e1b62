import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { projectFolder } from '../../../runtime/settings/settings.ts'
import type { Random } from '../../support/builders/seeded-random.ts'

type Record_ = Record<string, unknown>
type Action = { description: string; date: string; organization_id: string; classification: string[] }
type Bill = Record_ & { _id: string; identifier: string; scraped_at: string; actions: Action[] }

const House = '~{"classification": "lower"}'
const sampleFolder = join(projectFolder, 'sample', 'legislature')

/** Writes a made-up legislature of the sample's state: bills with actions, and a roll call for a third of them. */
export async function writeLegislature(folder: string, bills: number, random: Random): Promise<void> {
  await mkdir(folder, { recursive: true })
  await copyFrame(sampleFolder, folder)
  const [bill] = await readRecords<Bill>(join(sampleFolder, 'bill.ndjson'))
  const [vote] = await readRecords<Record_>(join(sampleFolder, 'vote_event.ndjson'))
  const made = Array.from({ length: bills }, (_, index): Bill => {
    const number = index + 1_001
    return {
      ...bill!,
      _id: `${String(number).padStart(8, '0')}-fa11-11f0-8001-00005a5a0002`,
      identifier: `HB ${number}`,
      title: `An Act relating to matter ${number}`,
      actions: bill!.actions.slice(0, random.between(1, bill!.actions.length + 1)),
      sources: [{ url: `https://legislature.sample.example/2026/bills/HB${number}`, note: '' }],
    }
  })
  const votes = made
    .filter((_, index) => index % 3 === 0)
    .map(({ _id, identifier }, index) => ({
      ...vote!,
      _id: _id.replace('-8001-', '-8002-'),
      identifier: `RC ${index + 1_001}`,
      bill: _id,
      bill_identifier: identifier,
      sources: [{ url: `https://legislature.sample.example/2026/rollcalls/${index + 1_001}`, note: '' }],
    }))
  await writeRecords(join(folder, 'bill.ndjson'), made)
  await writeRecords(join(folder, 'vote_event.ndjson'), votes)
}

/** Writes later scrapes of the first bills of a folder, with one more action each time. */
export async function writeRevisions(
  from: string,
  to: string,
  options: { bills: number; revisions: number },
): Promise<string[]> {
  const files = await readdir(from)
  const file = files.find((name) => name.startsWith('bill.ndjson'))
  if (file === undefined) throw new Error(`${from} holds no bill.ndjson`)
  const bills = distinct(await readRecords<Bill>(join(from, file))).slice(0, options.bills)
  const folders: string[] = []
  for (let revision = 1; revision <= options.revisions; revision += 1) {
    const folder = join(to, `revision-${revision}`)
    await mkdir(folder, { recursive: true })
    await copyFrame(from, folder)
    for (const bill of bills) revise(bill, revision)
    await writeRecords(join(folder, 'bill.ndjson'), bills)
    folders.push(folder)
  }
  return folders
}

function revise(bill: Bill, revision: number): void {
  const last = bill.actions.at(-1)
  bill.actions = [
    ...bill.actions,
    {
      ...(last ?? { organization_id: House }),
      // Next to the last action: if a source lists the newest first, the order of days does not change.
      date: last?.date ?? '2026-03-30',
      description: `Fiscal note ${revision} filed`,
      classification: [],
    },
  ]
  bill.scraped_at = `2026-11-${String(revision).padStart(2, '0')}T06:00:00+00:00`
}

function distinct(bills: readonly Bill[]): Bill[] {
  return [...new Map(bills.map((bill) => [bill.identifier, bill])).values()]
}

/** The jurisdiction and its organizations, without which the bills of a folder have no place. */
async function copyFrame(from: string, to: string): Promise<void> {
  for (const name of await readdir(from)) {
    if (/^(jurisdiction|organization)/.test(name)) await cp(join(from, name), join(to, name))
  }
}

async function readRecords<T>(file: string): Promise<T[]> {
  const bytes = await readFile(file)
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)
}

async function writeRecords(file: string, records: readonly object[]): Promise<void> {
  await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
}
