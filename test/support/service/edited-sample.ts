import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanUp } from '../harness/clean-up.ts'
import { sampleFolder } from './whole-service.ts'

type Json = Record<string, unknown>
export type SampleAction = {
  description: string
  date: string
  organization_id: string
  classification: string[]
  related_entities: unknown[]
}
export type SampleBill = Json & {
  identifier: string
  title: string
  subject: string[]
  actions: SampleAction[]
  scraped_at: string
}
export type SampleVote = Json & { identifier: string; bill_identifier: string; start_date: string }

/** A copy of the sample legislature that a test edits as the next run of a scraper would. */
export type EditedSample = {
  readonly folder: string
  bills(edit: (bills: SampleBill[]) => SampleBill[] | undefined): Promise<void>
  votes(edit: (votes: SampleVote[]) => SampleVote[] | undefined): Promise<void>
  write(file: string, content: string | Buffer): Promise<void>
}

export async function editSample(part = 'legislature'): Promise<EditedSample> {
  const parent = await mkdtemp(join(tmpdir(), 'legislog-sample-'))
  cleanUp(() => rm(parent, { recursive: true, force: true }))
  const folder = join(parent, part)
  await cp(join(sampleFolder, part), folder, { recursive: true })

  async function edit<T>(file: string, change: (records: T[]) => T[] | undefined): Promise<void> {
    const path = join(folder, file)
    const lines = (await readFile(path, 'utf8')).trim().split('\n')
    const records = lines.map((line) => JSON.parse(line) as T)
    const edited = change(records) ?? records
    await writeFile(path, edited.map((record) => `${JSON.stringify(record)}\n`).join(''))
  }

  return {
    folder,
    bills: (change) => edit('bill.ndjson', change),
    votes: (change) => edit('vote_event.ndjson', change),
    write: (file, content) => writeFile(join(folder, file), content),
  }
}

export const House = '~{"classification": "lower"}'
export const Senate = '~{"classification": "upper"}'

export function sampleAction(date: string, description: string, classification: string[] = []): SampleAction {
  return { date, description, classification, organization_id: House, related_entities: [] }
}

export function billOf(bills: readonly SampleBill[], identifier: string): SampleBill {
  const bill = bills.find((one) => one.identifier === identifier)
  if (bill === undefined) throw new Error(`the sample has no ${identifier}`)
  return bill
}

/** Adds an action to every bill of the sample, as the next run of the scraper would. */
export async function addNotes(sample: EditedSample, note: string): Promise<number> {
  let billsNoted = 0
  await sample.bills((bills) => {
    for (const bill of bills) bill.actions.push(sampleAction('2026-03-31', `Fiscal note ${note} filed`))
    billsNoted = bills.length
    return bills
  })
  return billsNoted
}
