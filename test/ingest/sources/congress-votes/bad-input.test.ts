import { describe, expect, it } from 'vitest'
import { congressVotes } from '../../../../ingest/sources/congress-votes/index.ts'
import { readSourceFiles } from '../../../support/source-records/read-source.ts'
import { clerkXml, houseJson } from '../../../support/source-records/roll-calls.ts'

describe('a roll-call file with bad data', () => {
  it.each([
    ['truncated JSON', 'h1/data.json', '{"votes":', 'record_unreadable', /no JSON/],
    [
      'missing votes',
      'h1/data.json',
      { ...houseJson, votes: undefined },
      'record_invalid',
      /votes is missing/,
    ],
    [
      'an unknown chamber',
      'h1/data.json',
      { ...houseJson, chamber: 'x' },
      'record_invalid',
      /chamber is "x"/,
    ],
    ['an invalid date', 'h1/data.json', { ...houseJson, date: 'soon' }, 'record_invalid', /date is "soon"/],
    [
      'a web page',
      'roll037.xml',
      '<html><body>Try later</body></html>',
      'record_invalid',
      /root element is html/,
    ],
  ])(
    'is rejected with the name of the wrong field, and the next file is read: %s',
    async (_, name, content, reason, detail) => {
      const run = await readSourceFiles(congressVotes, { [name]: content, 'z/data.json': houseJson })
      expect(run.rejections).toMatchObject([
        { reason, detail: expect.stringMatching(detail), jurisdiction: 'ocd-division/country:us' },
      ])
      expect(run.of('vote')).toHaveLength(1)
    },
  )

  it('keeps the names of voters whose ids are missing or unknown', async () => {
    const unknown = clerkXml
      .replace('name-id="A000370"', 'name-id="0000000"')
      .replace('name-id="A000055" ', '')
    const { vote } = (await readSourceFiles(congressVotes, { 'roll037.xml': unknown })).of('vote')[0]!.parts
    expect(vote?.votes.map(({ voter_name, source_id }) => [voter_name, source_id])).toEqual([
      ['Adams', null],
      ['Aderholt', null],
      ['Castro (TX)', 'C001091'],
      ['Casar', 'C001131'],
    ])
  })
})
