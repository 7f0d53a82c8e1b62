import { describe, expect, it } from 'vitest'
import { canonicalize } from '../../../../ingest/decide/canonicalize.ts'
import { congressVotes } from '../../../../ingest/sources/congress-votes/index.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { readSourceFiles } from '../../../support/source-records/read-source.ts'
import {
  clerkXml,
  houseJson,
  houseXml,
  lisXml,
  senateJson,
  speakerXml,
} from '../../../support/source-records/roll-calls.ts'

const read = async (name: string, content: unknown) => {
  const run = await readSourceFiles(congressVotes, { [name]: content })
  expect(run.rejections).toEqual([])
  expect(run.observations.flatMap(faultsOf)).toEqual([])
  return run.of('vote')[0]!
}
const json = (content: unknown) => read('119/votes/2026/h37/data.json', content)
/** The stored form: two layouts have the same content if it is equal. */
const held = ({ parts: { vote } }: Awaited<ReturnType<typeof json>>) =>
  canonicalize('vote', { vote: vote! }).vote!

describe('a roll call of the House', () => {
  it('has the same key and content in data.json and in the XML of the Clerk', async () => {
    const [from_json, from_clerk] = [await json(houseJson), await read('roll037.xml', clerkXml)]
    expect(from_json).toMatchObject({
      key: 'roll|ocd-division/country:us|119|lower|2026|37',
      bill: { key: 'ocd-division/country:us|119|HR6945', identifier: 'HR 6945', session: '119' },
      aliases: [{ scheme: 'congress-vote', value: 'h37-119.2026' }],
      observed_at: '2026-01-22T03:56:58-05:00',
      schema_rank: 2,
    })
    expect(from_clerk).toMatchObject({ key: from_json.key, bill: from_json.bill, schema_rank: 3 })
    expect(held(from_clerk)).toEqual(held(from_json))
  })

  it('keeps the words of the ballot and the party of each member on that day', async () => {
    const { vote } = (await json(houseJson)).parts
    expect(vote).toMatchObject({
      session: '119',
      chamber: 'lower',
      identifier: '37',
      motion_classification: ['passage'],
      start_date: '2026-01-21T16:38:00-05:00',
      requirement: '1/2',
      result: 'pass',
      sources: [{ url: 'https://clerk.house.gov/evs/2026/roll037.xml' }],
      extras: { year: '2026', category: 'passage', result: 'Passed' },
    })
    expect(vote?.votes).toContainEqual({
      option: 'yes',
      option_text: 'Yea',
      voter_name: 'Aderholt',
      district: null,
      party: 'R',
      state: 'AL',
      note: '',
      source_id: 'A000055',
    })
    expect(vote?.counts).toContainEqual({ option: 'abstain', option_text: 'Present', value: 1 })
    expect(vote?.counts).toContainEqual({ option: 'not voting', option_text: null, value: 1 })
  })

  it('in the layout of GovTrack differs only in names, which are ids there', async () => {
    const xml = await read('119/votes/2026/h37/data.xml', houseXml)
    expect(xml).toMatchObject({ key: 'roll|ocd-division/country:us|119|lower|2026|37', schema_rank: 1 })
    const { counts, result, motion_text, votes } = held(xml)
    expect({ counts, result, motion_text }).toMatchObject({
      counts: held(await json(houseJson)).counts,
      result: 'pass',
      motion_text: houseJson.question,
    })
    expect(votes).toContainEqual(expect.objectContaining({ voter_name: 'A000370', source_id: 'A000370' }))
  })

  it('is read once if its folder has both JSON and XML', async () => {
    const run = await readSourceFiles(congressVotes, {
      '119/votes/2026/h37/data.json': houseJson,
      '119/votes/2026/h37/data.xml': houseXml,
    })
    expect(run.of('vote')).toHaveLength(1)
    expect(run.copies).toEqual({ vote: 1 })
  })

  it('that elects the Speaker has candidates instead of yea and nay, with the total of each', async () => {
    const { vote } = (await read('roll002.xml', speakerXml)).parts
    expect(vote).toMatchObject({ result: 'Jeffries', motion_classification: ['leadership'] })
    expect(vote?.counts).toEqual([
      { option: 'other', option_text: 'Jeffries', value: 1 },
      { option: 'other', option_text: 'Jordan', value: 1 },
      { option: 'abstain', option_text: 'Present', value: 1 },
      { option: 'not voting', option_text: null, value: 1 },
    ])
    expect(vote?.votes).toContainEqual(
      expect.objectContaining({ option: 'other', option_text: 'Jordan', voter_name: 'Aderholt' }),
    )
  })

  it('is kept and marked if it was vacated (2011 roll 484)', async () => {
    const vacated = clerkXml.replace('</vote-desc>', ' (This vote was vacated)</vote-desc>')
    expect((await read('roll037.xml', vacated)).parts.vote?.vacated).toBe(true)
    expect((await read('roll037.xml', clerkXml)).parts.vote).not.toHaveProperty('vacated')
  })

  it('for a quorum has no bill and does not count Present as an abstention', async () => {
    const { bill: _, ...call } = houseJson
    const vote = await json({
      ...call,
      category: 'quorum',
      type: 'Call of the House',
      requires: 'QUORUM',
      votes: { Present: houseJson.votes.Yea, 'Not Voting': [] },
    })
    expect(vote.bill).toBeNull()
    expect(vote.parts.vote).toMatchObject({
      requirement: 'QUORUM',
      motion_classification: ['quorum'],
      counts: [{ option: 'other', option_text: 'Present', value: 1 }, { option: 'not voting' }],
    })
  })
})

describe('a roll call of the Senate', () => {
  it('has the same content in JSON and in the Senate XML, including a tie-breaking vote', async () => {
    const [from_json, from_lis] = [await json(senateJson), await read('vote_119_1_00371.xml', lisXml)]
    expect(held(from_lis)).toEqual(held(from_json))
    expect(from_lis.bill).toEqual(from_json.bill)
    expect(from_json.parts.vote?.counts).toContainEqual({ option: 'yes', option_text: 'Yea', value: 2 })
    expect(from_json.parts.vote?.votes.filter(({ note }) => note !== '')).toEqual([
      expect.objectContaining({ voter_name: 'Vice President', option: 'yes', note: 'tie-breaking vote' }),
    ])
  })

  it('contains the state of each member and the amendment', async () => {
    const { vote } = (await json(senateJson)).parts
    expect(vote?.votes).toContainEqual(
      expect.objectContaining({ voter_name: 'Alsobrooks (D-MD)', district: 'Maryland', source_id: 'S428' }),
    )
    expect(vote?.extras.amendment).toMatchObject({ type: 's', number: 2360 })
    expect(vote?.extras.result_text).toMatch(/50-50/)
  })

  it('is dated by its last correction if the time of its fetch is unknown', async () => {
    expect((await read('vote_119_1_00371.xml', lisXml)).observed_at).toBe('2025-07-01T12:57:00-04:00')
  })

  it('on a nomination or a treaty has no bill and names its subject instead', async () => {
    const on = (type: string, title: string, question: string) =>
      lisXml
        .replace(/<amendment>[\s\S]*<\/amendment>/u, '<amendment><amendment_number/></amendment>')
        .replace(
          '<document_type/><document_number/>',
          `<document_type>${type}</document_type><document_number>82</document_number>`,
        )
        .replace(
          '<document_title/>',
          '<document_title>Natasha C. Merle, to be District Judge</document_title>',
        )
        .replace(/(<vote_question_text>).*(<\/vote_question_text>)/u, `$1${question}$2`)
        .replace(/(<vote_title>).*(<\/vote_title>)/u, `$1${title}$2`)
        .replace('<question>On the Amendment', '<question>On the Nomination')
    const nomination = await read(
      'v.xml',
      on('PN', 'Confirmation: Natasha C. Merle', 'On the Nomination PN82'),
    )
    expect(nomination.bill).toBeNull()
    expect(nomination.parts.vote).toMatchObject({
      motion_text: 'On the Nomination PN82: Natasha C. Merle, to be District Judge',
      motion_classification: ['nomination'],
      extras: { nomination: { number: '82' }, subject: 'Confirmation: Natasha C. Merle' },
    })
    const cloture = await read(
      'v.xml',
      on('S.', 'Motion to Invoke Cloture: S. 82', 'On the Cloture Motion S. 82'),
    )
    expect(cloture.bill?.identifier).toBe('S 82')
    expect(cloture.parts.vote).toMatchObject({
      motion_text: 'Motion to Invoke Cloture: S. 82',
      extras: { subject: 'On the Cloture Motion S. 82' },
    })
    const treaty = await read('v.xml', on('Treaty Doc.', 'Resolution', 'On the Resolution of Ratification'))
    expect(treaty.bill).toBeNull()
    expect(treaty.parts.vote?.extras.treaty).toMatchObject({ title: expect.any(String) })
    const legislation = await read(
      'v.xml',
      on('PN', 'Motion to Proceed to Legislative Session', 'On the Motion to Proceed PN82'),
    )
    expect(legislation.parts.vote?.extras).not.toHaveProperty('nomination')
  })

  it('on New Year’s morning belongs to the session of the old year (112th, 2012, no. 251)', async () => {
    const late = lisXml
      .replace('<congress>119', '<congress>112')
      .replace('<congress_year>2025', '<congress_year>2012')
      .replace('<vote_number>371', '<vote_number>251')
      .replace('July 1, 2025,  11:49 AM', 'January 1, 2013,  01:39 AM')
    expect(await read('v.xml', late)).toMatchObject({
      key: 'roll|ocd-division/country:us|112|upper|2012|251',
      parts: { vote: { start_date: '2013-01-01T01:39:00-05:00' } },
    })
  })
})

describe('the result of a roll call', () => {
  it.each([
    ['Motion Rejected', 'fail'],
    ['Cloture on the Motion to Proceed Agreed to', 'pass'],
    ['Veto Sustained', 'fail'],
    ['Veto Overridden', 'pass'],
    ['Decision of Chair Not Sustained', 'fail'],
    ['Point of Order Well Taken', 'pass'],
    ['Not Guilty', 'Not Guilty'],
    ['Johnson (LA)', 'Johnson (LA)'],
  ])('comes from the words of the source, not from the totals: %s is %s', async (result, emitted) => {
    const { vote } = (await json({ ...houseJson, requires: '2/3', result })).parts
    expect(vote).toMatchObject({ result: emitted, requirement: '2/3', extras: { result } })
  })
})
