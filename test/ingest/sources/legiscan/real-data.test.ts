import { beforeAll, describe, expect, it } from 'vitest'
import { foldStatus } from '../../../../ingest/legislature/status/status.ts'
import { legiscan } from '../../../../ingest/sources/legiscan/index.ts'
import { realData } from '../../../support/harness/real-data.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { type Read, readSourceText } from '../../../support/source-records/read-source.ts'
import { type Standing, toLegiscan } from '../../legislature/status/status-words.ts'

const folder = realData('legiscan')

/** Bills, of 5,600, whose final status differs from LegiScan's. The history supports our status for each. */
const differing = {
  'Defeated on the floor; LegiScan keeps them introduced.': [
    'mi HB5333 Introduced, failed',
    'mi SB1116 Introduced, failed',
    'mi HB4195 Introduced, failed',
    'mi HB4214 Introduced, failed',
  ],
  'Adopted by one chamber and sent to the other, where they lie in a committee.': [
    'mi HCR0003 Passed, passed_one_chamber',
    'mi HCR0006 Passed, passed_one_chamber',
    'mi SCR0008 Passed, passed_one_chamber',
    'mi SCR0014 Passed, passed_one_chamber',
    'mi SCR0021 Passed, passed_one_chamber',
    'mi SCR0023 Passed, passed_one_chamber',
  ],
  // Here the status of LegiScan is better.
  'Passed by both in different words, which only a later line says; in conference.': [
    'mi HB4246 Engrossed, passed_both',
    'mi HB4247 Engrossed, passed_both',
  ],
  'The vote on passage was reconsidered.': ['mi HB4066 Engrossed, reported'],
  'Prefiled and nothing since.': ['ga HB10 Introduced, prefiled', 'ga HB2 Introduced, prefiled'],
}

describe.skipIf(folder === undefined)('the published LegiScan files', () => {
  let read: Read
  beforeAll(async () => {
    read = await readSourceText(legiscan, folder!)
  }, 180_000)

  it('are all read: 5,600 bills and 4,700 roll calls of five places', () => {
    const counts: Record<string, number> = {}
    for (const { entity, jurisdiction } of read.observations) {
      const name = `${jurisdiction.slice(-2)} ${entity}`
      counts[name] = (counts[name] ?? 0) + 1
    }
    expect(counts).toMatchObject({
      'mi bill': 5_443,
      'mi vote': 4_621,
      'ga bill': 80,
      'ga vote': 73,
      'al bill': 71,
      'ar bill': 3,
      'ar vote': 6,
      'ak bill': 3,
    })
    const voters = read.of('vote').reduce((sum, { parts }) => sum + parts.vote!.votes.length, 0)
    expect(voters).toBe(199_218)
  })

  it('contain three roll calls of Wyoming that are rejected because their bills are missing', () => {
    expect(read.rejections.map(({ record, detail }) => [record.replace(/^.*\//, ''), detail])).toEqual([
      ['154366.json', 'bill_id is 395975, but no bill with this id was read with it'],
      ['154367.json', 'bill_id is 395978, but no bill with this id was read with it'],
      ['154371.json', 'bill_id is 395980, but no bill with this id was read with it'],
    ])
  })

  it('contain people, texts, and lookup tables, which are skipped', () => {
    const files = read.passed_over.map(([file]) => file)
    expect(files.filter((file) => file.startsWith('lookup/'))).toHaveLength(15)
    expect(files.filter((file) => file.includes('/text/'))).toHaveLength(5)
    expect(files.filter((file) => file.includes('/people/'))).toHaveLength(2)
    expect(files).toHaveLength(27)
  })

  it('fit the schemas of the log', () => {
    expect(read.observations.flatMap((one) => faultsOf(one)).slice(0, 5)).toEqual([])
  })

  it('name every voter', () => {
    const unnamed = read
      .of('vote')
      .flatMap(({ parts }) => parts.vote!.votes.filter(({ voter_name }) => /^legiscan:/.test(voter_name)))
    expect(unnamed).toEqual([])
  })

  it('give each bill the status that LegiScan gives, except for known differences', () => {
    const words = ['N/A', 'Introduced', 'Engrossed', 'Enrolled', 'Passed', 'Vetoed', 'Failed']
    const others: string[] = []
    for (const { parts } of read.of('bill')) {
      const { jurisdiction, chamber, classification, title, identifier, extras } = parts.core!
      const actions = parts.actions!.map((action, index) => ({ ...action, id: String(index) }))
      const end = foldStatus(actions, { jurisdiction, chamber_of_origin: chamber, classification, title }).at(
        -1,
      )!
      const said = words[toLegiscan(end as Standing)]
      if (said !== extras.legiscan_status)
        others.push(`${jurisdiction.slice(-2)} ${identifier} ${extras.legiscan_status}, ${end.status}`)
    }
    expect(others.toSorted()).toEqual(Object.values(differing).flat().toSorted())
  })
})
