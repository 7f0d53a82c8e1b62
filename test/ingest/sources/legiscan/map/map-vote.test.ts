import { describe, expect, it } from 'vitest'
import { legiscan } from '../../../../../ingest/sources/legiscan/index.ts'
import {
  billOf,
  personOf,
  rollCallOf,
  session,
  summaryOf,
} from '../../../../support/source-records/legiscan-records.ts'
import { faultsOf } from '../../../../support/source-records/part-schemas.ts'
import { readSourceFiles } from '../../../../support/source-records/read-source.ts'

describe('a roll call of LegiScan', () => {
  const roll_call = rollCallOf(55, 2, { 7: 1, 8: 2, 9: 3 })
  const bill = billOf(2, { votes: [summaryOf(roll_call)] })

  it('takes the names of voters from the people files and keeps its printed number', async () => {
    const { of, rejections } = await readSourceFiles(legiscan, {
      'GA/vote/55.json': { roll_call },
      'GA/people/7.json': { person: personOf(7, 'Clint Crowe') },
      'GA/people/8.json': { person: personOf(8, 'Ron Stephens') },
      'GA/bill/HB2.json': { bill },
    })
    expect(rejections).toEqual([])
    const [vote, ...others] = of('vote')
    expect(others).toEqual([])
    expect(vote).toMatchObject({
      bill: { key: 'ocd-division/country:us/state:ga|2025_26|HB2' },
      also_keys: [expect.stringMatching(/^roll\|.*HB2\|2025_26\|lower\|2026\|239$/)],
      aliases: [{ scheme: 'legiscan-roll-call', value: '55' }],
    })
    expect(vote!.parts.vote).toMatchObject({
      identifier: '239',
      motion_text: 'Passage: House Vote #239',
      result: 'pass',
      counts: [
        { option: 'yes', value: 1 },
        { option: 'no', value: 1 },
        { option: 'not voting', value: 1 },
        { option: 'absent', value: 0 },
      ],
      sources: [
        { url: 'https://www.legis.ga.gov/legislation/2#55', note: '' },
        { url: 'https://legiscan.com/GA/rollcall/HB2/id/55', note: 'LegiScan' },
      ],
    })
    // No record names the third voter.
    expect(
      vote!.parts.vote!.votes.map(({ voter_name, district, option }) => [voter_name, district, option]),
    ).toEqual([
      ['Clint Crowe', '7', 'yes'],
      ['Ron Stephens', '8', 'no'],
      ['legiscan:9', null, 'not voting'],
    ])
    expect(faultsOf(vote!)).toEqual([])
  })

  it('is reported without voters as a separate record if only the list of its bill has it', async () => {
    const { of } = await readSourceFiles(legiscan, { 'HB2.json': { bill } })
    const [vote] = of('vote')
    expect(vote!.parts.vote).toMatchObject({ votes: [], result: 'pass', identifier: '239' })
    expect(vote!.record_key).toMatch(/^summary /)
  })

  it('is replaced by the newer reading if one printed number has two ids', async () => {
    const second = { ...roll_call, roll_call_id: 56, nay: 3 }
    const { of } = await readSourceFiles(legiscan, {
      'bill.json': { bill: billOf(2) },
      'votes.json': [{ roll_call }, { roll_call: second }],
    })
    const [one, other] = of('vote').toSorted((a, b) => (a.record_key! < b.record_key! ? -1 : 1))
    expect(one!.also_keys).toEqual(other!.also_keys)
    expect(one!.aliases[0]!.value).toBe('56')
  })

  it('of Congress is identified by its number alone', async () => {
    const emitted = { state: 'US', session: { ...session, session_name: '119th Congress' } }
    const of_congress = { ...roll_call, desc: 'On Passage RC# 190' }
    const { of } = await readSourceFiles(legiscan, {
      'a.json': [{ bill: billOf(2, emitted) }, { roll_call: of_congress }],
    })
    expect(of('vote')[0]!.also_keys).toEqual(['roll|ocd-division/country:us|119|lower|2026|190'])
  })

  it('is rejected if its bill was not read with it', async () => {
    const { rejections } = await readSourceFiles(legiscan, { 'vote/55.json': { roll_call } })
    expect(rejections.map(({ reason, detail }) => [reason, detail])).toEqual([
      ['record_invalid', 'bill_id is 2, but no bill with this id was read with it'],
    ])
  })
})
