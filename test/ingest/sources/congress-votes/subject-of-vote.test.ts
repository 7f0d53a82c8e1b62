import { describe, expect, it } from 'vitest'
import { congressVotes } from '../../../../ingest/sources/congress-votes/index.ts'
import { subjectOfVote } from '../../../../ingest/sources/congress-votes/subject-of-vote.ts'
import { caseFolder } from '../../../support/harness/case-files.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { readSourceFiles, readSourceText } from '../../../support/source-records/read-source.ts'
import { clerkXml, houseJson, houseXml, lisXml } from '../../../support/source-records/roll-calls.ts'

const nothing = { bill: null, nomination: null, treaty: null }

describe('a roll call on a nomination', () => {
  it('has no bill and keeps its subject, even if the source gives the nomination as a bill (N08)', async () => {
    const run = await readSourceText(congressVotes, caseFolder('N08'))
    expect(run.rejections).toEqual([])
    expect(run.observations.flatMap(faultsOf)).toEqual([])
    expect(run.of('vote').map(({ bill, parts }) => [bill, parts.vote!.extras.nomination])).toEqual([
      [null, { number: '523', title: 'Quincy Alder, of Vermont, to be Keeper of Lanterns' }],
      [null, { number: '362', title: 'Birch Cedar, of Maine, to be Judge' }],
    ])
    expect(run.of('vote')[0]!.parts.vote).toMatchObject({
      extras: { subject: 'Quincy Alder, of Vermont, to be Keeper of Lanterns', category: 'nomination' },
    })
  })

  it('is recognized by the bill type alone', () => {
    const emitted = { ...nothing, bill: { congress: '119', type: 'PN', number: '523' } }
    expect(subjectOfVote(emitted)).toEqual({ ...nothing, nomination: { number: '523' }, about: null })
  })
})

describe('a roll call on something other than a bill', () => {
  it.each(['treaty', 'Treaty Doc.', 'tdoc'])('is about a treaty if the type is %s', (type) => {
    const emitted = { ...nothing, bill: { congress: '117', type, number: '3' } }
    expect(subjectOfVote(emitted)).toEqual({
      ...nothing,
      about: null,
      treaty: { congress: '117', number: '3' },
    })
  })

  const printed = { congress: '119', type: 'xx', number: '1' }
  it.each([
    ['data.json', { ...houseJson, bill: { congress: 119, type: 'xx', number: 1 } }],
    ['data.xml', houseXml.replace('type="h" number="6945"', 'type="xx" number="1"')],
    ['roll037.xml', clerkXml.replace('H R 6945</legis-num>', 'XX 1</legis-num>')],
    [
      'vote_119_1_00371.xml',
      lisXml
        .replace(
          '<document_type/><document_number/>',
          '<document_type>xx</document_type><document_number>1</document_number>',
        )
        .replace('>H.R. 1</amendment_to_document_number>', '></amendment_to_document_number>'),
    ],
  ])('has no bill but keeps the printed type and number (%s)', async (name, content) => {
    const run = await readSourceFiles(congressVotes, { [name]: content })
    expect(run.rejections).toEqual([])
    const [vote] = run.of('vote')
    expect(vote!.bill).toBeNull()
    const about = vote!.parts.vote!.extras.about as typeof printed
    expect({ ...about, type: about.type.toLowerCase() }).toEqual(printed)
  })
})

it('a repeated member of a roll call votes once, and a member under two options is flagged (N19)', async () => {
  const run = await readSourceText(congressVotes, caseFolder('N19'))
  const votes = Object.fromEntries(run.of('vote').map(({ parts: { vote } }) => [vote!.identifier, vote!]))
  expect(votes['711']).toMatchObject({ extras: { repeated_voters: 2 } })
  expect(votes['711']!.votes.map(({ voter_name }) => voter_name)).toEqual(['Alder', 'Birch', 'Cedar'])
  expect(votes['711']!.counts).toContainEqual({ option: 'yes', option_text: 'Yea', value: 2 })
  expect(votes['712']!.votes).toHaveLength(4)
  expect(votes['712']!.extras.voters_under_two_options).toEqual([
    { voter_name: 'Alder', options: ['Yea', 'Nay'] },
  ])
})
