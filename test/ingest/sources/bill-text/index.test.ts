import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { normalizeIdentifier } from '../../../../ingest/identity/bill-identifiers.ts'
import { billKey } from '../../../../ingest/identity/identity-keys.ts'
import { billText } from '../../../../ingest/sources/bill-text/index.ts'
import { createObjectStore } from '../../../../runtime/object-store/create-object-store.ts'
import { alone, bill, version } from '../../../support/builders/observations.ts'
import { collect } from '../../../support/harness/collect.ts'
import { createIngestWorld, type EmittedEvent, typesOf } from '../../../support/ingest/ingest-world.ts'
import { pdfOf } from '../../../support/source-records/pdf.ts'
import { createTestDatabase } from '../../../support/stores/database.ts'

const scratch = await mkdtemp(join(tmpdir(), 'bill-text-'))
const objects = join(scratch, 'objects')
afterAll(() => rm(scratch, { recursive: true, force: true }))
const { database, settings } = await createTestDatabase({ object_store: objects })
const ingesting = await createIngestWorld(database, settings)
const store = createObjectStore(settings)

const files = join(scratch, 'files')
beforeEach(() => rm(files, { recursive: true, force: true }))

type Text = { sha256: string; media_type: string; extracted?: { sha256: string }; no_text?: string } | null
type Versions = { note: string; text: Text }[]
let minute = 0

/** One run of the source over these files, by their names. */
async function ingest(contents: Record<string, string | Buffer>, dry_run = false) {
  const passed_over: string[] = []
  const rejected: string[] = []
  for (const [name, bytes] of Object.entries(contents)) {
    await mkdir(dirname(join(files, name)), { recursive: true })
    await writeFile(join(files, name), bytes)
  }
  minute += 1
  const started_at = `2026-02-01T00:${String(minute).padStart(2, '0')}:00Z`
  const items = await collect(
    billText.read({ paths: [files], started_at, passed_over: (_, why) => passed_over.push(why) }),
  )
  for (const item of items) if (item.kind === 'rejected') rejected.push(item.rejection.detail)
  const counts = await ingesting.run(items, { name: 'bill-text', mode: 'live', dry_run })
  return { counts, reported: await ingesting.emitted(), passed_over, rejected }
}

const CONGRESS = 'ocd-division/country:us'
const xmlOf = (number: number, text: string): string =>
  `<bill><form><congress>119th CONGRESS</congress><legis-num>H. R. ${number}</legis-num></form><legis-body><section><enum>1.</enum><text>${text}</text></section></legis-body></bill>`
const addressOf = (number: number, code: string): string =>
  `https://www.govinfo.gov/content/pkg/BILLS-119hr${number}${code}/xml/BILLS-119hr${number}${code}.xml`

async function introduce(number: number, versions: ReturnType<typeof version>[]): Promise<EmittedEvent[]> {
  const identifier = `HR ${number}`
  const key = billKey(CONGRESS, '119', normalizeIdentifier(CONGRESS, identifier))
  const seen = bill(identifier, { versions })
  const core = { ...seen.parts.core!, jurisdiction: CONGRESS, session: '119' }
  const observed_at = `2026-01-01T00:${String(++minute).padStart(2, '0')}:00Z`
  const observation = { ...seen, key, jurisdiction: CONGRESS, observed_at, parts: { ...seen.parts, core } }
  await ingesting.run(alone(observation), { mode: 'live' })
  return ingesting.emitted()
}

const versionsIn = (emitted: readonly EmittedEvent[]): Versions =>
  (emitted.findLast(({ type }) => type === 'bill.versions_changed')?.body.versions ?? []) as Versions

async function plainOf(text: Text | undefined): Promise<string | undefined> {
  const bytes = await store.get(text?.extracted?.sha256 ?? '0'.repeat(64))
  return bytes?.toString('utf8')
}

describe('the text of a known bill', () => {
  it('is emitted as one change of versions, and its document and plain text are stored', async () => {
    await introduce(1, [version('Introduced in House', addressOf(1, 'ih'))])
    const document = xmlOf(1, 'Bees are kept.')
    const { reported: emitted } = await ingest({ 'BILLS-119hr1ih.xml': document })
    expect(typesOf(emitted)).toEqual(['bill.versions_changed'])
    const [introduced] = versionsIn(emitted)
    expect((await store.get(introduced!.text!.sha256))?.toString()).toBe(document)
    expect(await plainOf(introduced?.text)).toBe('119th CONGRESS\nH. R. 1\nSec. 1. Bees are kept.\n')
  })

  it('is emitted once', async () => {
    await introduce(2, [version('Introduced in House', addressOf(2, 'ih'))])
    await ingest({ 'BILLS-119hr2ih.xml': xmlOf(2, 'Once.') })
    expect(typesOf((await ingest({ 'BILLS-119hr2ih.xml': xmlOf(2, 'Once.') })).reported)).toEqual([])
  })

  it('stays at its version when other versions and texts arrive', async () => {
    const introduced = version('Introduced in House', addressOf(3, 'ih'))
    await introduce(3, [introduced])
    await ingest({ 'BILLS-119hr3ih.xml': xmlOf(3, 'First.') })
    const engrossed = await introduce(3, [introduced, version('Engrossed in House', addressOf(3, 'eh'))])
    expect(await plainOf(versionsIn(engrossed)[0]?.text)).toContain('First.')
    expect(versionsIn(engrossed)[1]?.text).toBeNull()
    const { reported: emitted } = await ingest({
      'BILLS-119hr3eh.xml': xmlOf(3, 'Second.'),
      'BILLS-119hr3ih.xml': xmlOf(3, 'First.'),
    })
    expect(typesOf(emitted)).toEqual(['bill.versions_changed'])
    expect(await Promise.all(versionsIn(emitted).map(({ text }) => plainOf(text)))).toEqual([
      expect.stringContaining('First.'),
      expect.stringContaining('Second.'),
    ])
  })

  it('adds its version under the official name if the bill does not list it', async () => {
    await introduce(4, [])
    const { reported: emitted } = await ingest({ 'BILLS-119hr4eas.xml': xmlOf(4, 'Strike all.') })
    expect(versionsIn(emitted).map(({ note }) => note)).toEqual(['Engrossed Amendment Senate'])
    const listed = await introduce(4, [version('Engrossed Amendment Senate', addressOf(4, 'eas'))])
    expect(versionsIn(listed).filter(({ text }) => text === null)).toEqual([])
  })

  it('is stored without plain text if its pages are images', async () => {
    await introduce(5, [version('Introduced in House', addressOf(5, 'ih'))])
    const { reported: emitted } = await ingest({ 'BILLS-119hr5ih.pdf': pdfOf(['scan']) })
    expect(versionsIn(emitted)[0]?.text).toMatchObject({ media_type: 'application/pdf', no_text: 'no text' })
    expect(versionsIn(emitted)[0]?.text).not.toHaveProperty('extracted')
  })
})

describe('a text that arrives before its bill', () => {
  it('waits for the bill and is part of the first emitted versions', async () => {
    const { reported: emitted, counts } = await ingest({ 'BILLS-119hr6ih.xml': xmlOf(6, 'Early.') })
    expect(emitted).toEqual([])
    expect(counts.pending).toBe(1)
    const introduced = await introduce(6, [version('Introduced in House', addressOf(6, 'ih'))])
    expect(await plainOf(versionsIn(introduced)[0]?.text)).toContain('Early.')
  })
})

describe('a run of the bill-text source', () => {
  it('emits nothing for a page that says that the text is not available yet', async () => {
    await introduce(7, [version('Introduced in House', addressOf(7, 'ih'))])
    const { reported: emitted, passed_over } = await ingest({
      'BILLS-119hr7ih.htm': '<p>The text of this bill is not yet available.</p>',
    })
    expect(emitted).toEqual([])
    expect(passed_over).toEqual(['no text yet: The text of this bill is not yet available.'])
  })

  it.each([
    ['is cut off', { 'BILLS-119hr8ih.xml': xmlOf(8, 'x').slice(0, -20) }, 'cut off within <legis-body>'],
    [
      'contains another bill than its name says',
      { 'BILLS-119hr8ih.xml': xmlOf(9, 'x') },
      'legis-num is "119hr9", not 119hr8, which its name says',
    ],
    [
      'does not say which bill it contains',
      { 'wa/HB1/1.htm': '<p>A bill.</p>' },
      'its name does not identify the bill, and there is no metadata.json beside it',
    ],
  ])('refuses a file with a reason if it %s', async (_, contents, reason) => {
    const { rejected } = await ingest(contents as unknown as Record<string, string>)
    expect(rejected).toEqual([reason])
  })

  it('stores nothing in a dry run', async () => {
    const before = await readdir(objects, { recursive: true })
    await ingest({ 'BILLS-119hr10ih.xml': xmlOf(10, 'Dry.') }, true)
    expect(await readdir(objects, { recursive: true })).toEqual(before)
  })
})
