import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openstatesScraper } from '../../../ingest/sources/openstates-scraper/index.ts'
import { projectFolder } from '../../../runtime/settings/settings.ts'
import { createSearchWorld, type SearchWorld } from '../../support/api/search-world.ts'
import type { BuiltBill } from '../../support/builders/event-builder.ts'
import { readSourceText } from '../../support/source-records/read-source.ts'

const cases = join(projectFolder, 'test', 'api', 'cases')
let world: SearchWorld

/** Adds the bills of a case to the log, and returns them. */
async function emitCase(folder: string): Promise<BuiltBill[]> {
  const { of } = await readSourceText(openstatesScraper, join(cases, folder))
  return of('bill').map(({ parts }) => world.story.bill(parts.core!))
}

beforeAll(async () => {
  world = await createSearchWorld()
  await emitCase('N52/ak')
  await emitCase('N34/ga2')
  const lantern = world.story.bill({ identifier: 'HB 34', title: 'Lantern', session: '2025_26' })
  const printed = await readFile(join(cases, 'N34/ga/HB34/34-LC_Committee_Substitute.txt'), 'utf8')
  await world.texts(lantern, [printed])
  world.story.session('2025RS')
  const kentucky = world.story.bill({
    identifier: 'HB 77',
    title: 'In the regular session',
    session: '2025RS',
  })
  world.story.vote(kentucky, [['Smith', 'yes']], { session: '2025RS' })
  // The source prints this subject with a ligature and an extra space.
  world.story.bill({ identifier: 'HB 78', title: 'Ponds', subjects: ['Fish and  Aﬃliated Wildlife'] })
  world.story.session('20092010 Special Session 1')
  await world.project()
  await world.index()
})

async function found(
  path: string,
): Promise<{ identifier: string; title: string; passage?: { text: string } }[]> {
  const answer = await world.api.get(path)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}
const identifiers = async (query: string) =>
  (await found(`/v1/bills?${query}`)).map(({ identifier }) => identifier).sort()

describe('N52: a printed value', () => {
  it.each([
    ['subject=DEBT', ['HB 7', 'HB 8']],
    ['subject=Debt', ['HB 7', 'HB 8']],
    ['subject=debt&jurisdiction=ak', ['HB 7', 'HB 8']],
    ['subject=lanterns', ['HB 7']],
    ['subject=fish+and+AFFILIATED+wildlife', ['HB 78']],
    ['subject=deb', []],
    ['classification=Bill&jurisdiction=ak', ['HB 7', 'HB 8']],
    ['session=20092010+Special+Session+1', ['HB 8']],
    ['session=20092010%20Special%20Session%201&jurisdiction=ak', ['HB 8']],
    ['session=20092010++special+session+1', ['HB 8']],
    ['session=2025rs', ['HB 77']],
    ['session=2025rs&jurisdiction=wa', ['HB 77']],
    ['session=2025RS&jurisdiction=wa', ['HB 77']],
    ['session=2025rs&jurisdiction=ak', []],
    ['session=nonesuch', []],
  ])('is found in upper and lower case with the query %s', async (query, expected) => {
    expect(await identifiers(query)).toEqual(expected)
  })

  it('is also found in votes', async () => {
    expect(await found('/v1/votes?session=2025rs')).toHaveLength(1)
    expect(await found('/v1/votes?session=2025rs&jurisdiction=wa')).toHaveLength(1)
  })
})

describe('N34: a text with ligatures', () => {
  // HB 34 has the words in its text, HB 35 in a title with ligatures, HB 36 in a title without.
  it.each([
    ['q=filing', ['HB 34', 'HB 35', 'HB 36']],
    ['q=sheriff+certificates', ['HB 34', 'HB 35', 'HB 36']],
    ['q=sheri%EF%AC%80s&sort=id', ['HB 34', 'HB 35', 'HB 36']],
    ['q=staff', ['HB 34']],
    ['q=%22staff+of+the+office%22', ['HB 34']],
    ['q=%22sta%EF%AC%80+of+the+o%EF%AC%83ce%22', ['HB 34']],
  ])('is found by the letters in the query %s', async (query, expected) => {
    expect(await identifiers(query)).toEqual(expected)
  })

  it('is shown as it is printed', async () => {
    const [printed] = await found('/v1/bills?q=filing&identifier=HB35')
    expect(printed!.title).toBe('Relating to the ﬁling of certiﬁcates by sheriﬀs')
    expect(printed!.passage).toEqual({
      part: 'title',
      text: 'Relating to the ﬁling of certiﬁcates by sheriﬀs',
      matches: [{ start: 16, end: 21 }],
    })
    const [text] = await found('/v1/bills?q=staff')
    expect(text!.passage!.text).toContain('The staﬀ of the oﬃce shall ﬁle')
  })
})
