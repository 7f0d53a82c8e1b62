import { describe, expect, it } from 'vitest'
import { scorecards } from '../../../../ingest/sources/scorecards/index.ts'
import { realData } from '../../../support/harness/real-data.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { type Read, readSourceFiles, readSourceText } from '../../../support/source-records/read-source.ts'

const cardsIn = (read: Read) => read.of('scorecard').map(({ parts }) => parts.scorecard!)

const own = {
  title: 'Bee scorecard',
  organization: 'Society of Beekeepers',
  jurisdiction: 'wa',
  sessions: ['2025-2026'],
  items: [
    { bill: 'HB 1', position: 'yes', title: 'Hives in gardens', weight: 2 },
    { roll_call: 78, chamber: 'upper', position: 'no', title: 'A tax on honey', why: 'It is sweet.' },
    { kind: 'cosponsorship', bill: 'ocd-bill/5', position: 'yes', title: 'Hives on roofs' },
  ],
}

describe('scorecards', () => {
  it('reads our own form in YAML, and states every policy that it does not find', async () => {
    const read = await readSourceFiles(scorecards, {
      'bees.yaml': `
title: Bee scorecard
organization: {name: Society of Beekeepers, url: https://bees.example/}
jurisdiction: Washington
sessions: [2025-2026]
policies: {absent: half, min_votes: 3}
items:
  - {bill: HB 1, position: yes, title: Hives in gardens}
`,
    })
    expect(read.observations.flatMap(faultsOf)).toEqual([])
    expect(cardsIn(read)).toMatchObject([
      {
        jurisdiction: 'ocd-division/country:us/state:wa',
        method: 'computed',
        policies: { absent: 'half', excused: 'exclude', min_votes: 3, rounding: 'half_up' },
        items: [{ id: '1', kind: 'vote', bill_identifier: 'HB 1', session: '2025-2026', weight: 1 }],
      },
    ])
  })

  it('reads our own form in JSON: one, a list, or one on each line', async () => {
    const read = await readSourceFiles(scorecards, {
      'one.json': own,
      'list.json': {
        scorecards: [
          { ...own, title: 'A' },
          { ...own, title: 'B' },
        ],
      },
      'lines.ndjson': [{ ...own, title: 'C' }],
    })
    expect(read.observations.flatMap(faultsOf)).toEqual([])
    expect(
      cardsIn(read)
        .map(({ title }) => title)
        .toSorted(),
    ).toEqual(['A', 'B', 'Bee scorecard', 'C'])
    expect(cardsIn(read).find(({ title }) => title === 'A')!.items).toMatchObject([
      { bill_identifier: 'HB 1', roll_call: null, weight: 2, position: 'yes' },
      { roll_call: '78', chamber: 'upper', position: 'no', why: 'It is sweet.' },
      { kind: 'cosponsorship', bill_ocd_id: 'ocd-bill/5', bill_identifier: null },
    ])
  })

  it('removes a scorecard if its organization says so', async () => {
    const { title, organization, jurisdiction } = own
    const read = await readSourceFiles(scorecards, {
      'gone.json': { title, organization, jurisdiction, removed: 'wrong votes' },
    })
    expect(read.of('scorecard')).toMatchObject([{ removed: 'wrong votes', parts: {} }])
  })

  it.each([
    ['policies.absnt', { policies: { absnt: 'half' } }],
    ['policies.absent', { policies: { absent: 'zero' } }],
    ['policies.min_votes', { policies: { min_votes: 0 } }],
    ['items[0].position', { items: [{ ...own.items[0], position: 'maybe' }] }],
    ['items[0].weight', { items: [{ ...own.items[0], weight: 0 }] }],
    ['items[0].roll_call', { items: [{ position: 'yes', title: 'Nothing named' }] }],
    [
      'items[1].chamber',
      { items: [own.items[0], { roll_call: 7, position: 'yes', title: 'Which chamber?' }] },
    ],
    ['items[0].session', { sessions: ['1', '2'], items: [own.items[0]] }],
    ['items[1].id', { items: [{ ...own.items[0], id: '2' }, own.items[1]] }],
    ['jurisdiction', { jurisdiction: 'Atlantis' }],
    ['published_on', { published_on: '2026-02-30' }],
    ['members[0].marks.9', { members: [{ name: 'Adams', marks: { '9': 'for' } }] }],
  ])('quarantines a scorecard with a wrong %s, and names it', async (field, wrong) => {
    const read = await readSourceFiles(scorecards, {
      'wrong.json': [
        { ...own, ...wrong },
        { ...own, title: 'Right' },
      ],
    })
    expect(cardsIn(read).map(({ title }) => title)).toEqual(['Right'])
    expect(read.rejections).toHaveLength(1)
    expect(read.rejections[0]!.detail).toMatch(
      new RegExp(`^${field.replaceAll(/[[\].]/gu, '\\$&')} is `, 'u'),
    )
  })

  it('reads the head, the table and the places of a GovTrack file', async () => {
    const read = await readSourceFiles(scorecards, {
      'BEES.yaml':
        'name: Society of Bees\nabbrev: Bees\nhomepage: https://bees.example/\nlink: https://bees.example/s\nupdated: 2021-01-07\nbased-on: based on votes in the 116th Congress\ntype: grade\n...\n300089,  B+,AL R Shelby\n412394, ,AL 2 - R Roby\n412833,F,Abigail Spanberger\n',
    })
    expect(read.observations.flatMap(faultsOf)).toEqual([])
    expect(cardsIn(read)).toMatchObject([
      {
        title: 'Bees, 116th Congress',
        sessions: ['116'],
        method: 'published',
        policies: null,
        printed_unit: 'grade',
        members: [
          {
            name: 'AL R Shelby',
            source_id: '300089',
            chamber: 'upper',
            state: 'al',
            party: 'R',
            printed: 'B+',
          },
          { name: 'AL 2 - R Roby', chamber: 'lower', district: '2', printed: null },
          { name: 'Abigail Spanberger', chamber: null, state: null, printed: 'F' },
        ],
      },
    ])
  })

  it('gives an id of the grid to nobody if two different rows of Progressive Massachusetts have it', async () => {
    const id = (digit: string) => `ocd-person/${digit.repeat(8)}-0000-0000-0000-000000000000`
    const row = (who: string, mark: string, score: number) => ({ id: who, data: { '8': mark }, score })
    const bill = { bill_number: 'H.1', vote_date: '2/1/2023', title: 'Bees', progressive_position: 'NO' }
    const read = await readSourceFiles(scorecards, {
      'legislation.json': {
        2023: {
          houseBills: { '8': bill },
          houseVotes: [
            { id: 'RC #', data: { '8': '8' }, score: 0 },
            row(id('1'), ' +', 100),
            row(id('1'), ' +', 100),
            row(id('2'), '-', 0),
            row(id('2'), 'NVP', 0),
          ],
        },
      },
      'house_legislators.json': [{ id: id('1'), name: 'Ann Adams', party: 'D', district: '1st' }],
    })
    expect(read.observations.flatMap(faultsOf)).toEqual([])
    expect(cardsIn(read)[0]).toMatchObject({
      sessions: ['193rd'],
      items: [{ id: '8', kind: 'vote', date: '2023-02-01', position: 'no' }],
      members: [
        { name: 'Ann Adams', source_id: id('1'), marks: ['for'], printed: '100' },
        { name: id('2'), source_id: null, marks: ['against'] },
        { name: id('2'), source_id: null, marks: ['present'] },
      ],
    })
    // The file has no votes of the Senate and no sponsorships.
    expect(read.rejections.map(({ record }) => record.replace(/^.*#/u, ''))).toEqual([
      '2023.senateVotes',
      '2023.sponsorship',
    ])
  })

  const real = realData('scorecards')
  it.skipIf(real === undefined)('reads every published form at hand, and rejects nothing', async () => {
    const read = await readSourceText(scorecards, real!)
    expect(read.rejections.map(({ record, detail }) => [record, detail])).toEqual([])
    expect(read.observations.flatMap(faultsOf)).toEqual([])
    const cards = cardsIn(read).map(({ organization, method, members }) => [
      organization.name,
      method,
      members.length,
    ])
    expect(cards.filter(([, method]) => method === 'computed')).toHaveLength(15)
    expect(cards.filter(([, method]) => method === 'published')).toHaveLength(11)
    expect(cards.every(([, , members]) => Number(members) >= 35)).toBe(true)
    expect(read.passed_over).toHaveLength(10)
  })
})
