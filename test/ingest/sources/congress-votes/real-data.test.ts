import { describe, expect, it } from 'vitest'
import { readFiles } from '../../../../ingest/files/file-input.ts'
import { congressVotes } from '../../../../ingest/sources/congress-votes/index.ts'
import { voteCategory, voteType } from '../../../../ingest/sources/congress-votes/vote-question.ts'
import type { RollCall } from '../../../../schemas/event-bodies/vote.ts'
import { NIGHTLY } from '../../../support/harness/nightly.ts'
import { realData } from '../../../support/harness/real-data.ts'
import { createIngestWorld, typesOf } from '../../../support/ingest/ingest-world.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { type Read, readSourceText, STARTED_AT } from '../../../support/source-records/read-source.ts'
import { createTestDatabase } from '../../../support/stores/database.ts'

const folder = realData('congress-votes')
const archives = ['119_2026.tar.gz', 'odd_votes.tar.gz'].map((name) => `${folder}/${name}`)

/** Six delegates vote in the Committee of the Whole; a tie in the Senate brings one more. */
const HOUSE = 441
const SENATE = 101

const total = (vote: RollCall, option: string) =>
  vote.counts.reduce((sum, count) => sum + (count.option === option ? count.value : 0), 0)
const tieBreaking = (vote: RollCall, option: string) =>
  vote.votes.filter((one) => one.option === option && one.note === 'tie-breaking vote').length
const words = (vote: RollCall) => vote.counts.map(({ option, option_text }) => option_text ?? option)

describe.skipIf(folder === undefined)('the 593 published roll calls', () => {
  const reading: Promise<Read> =
    folder === undefined ? Promise.reject() : readSourceText(congressVotes, ...archives)
  reading.catch(() => {})
  const votes = async () => (await reading).of('vote').map(({ parts }) => parts.vote!)

  it('are all read, under 592 keys, because one is in both archives', async () => {
    const run = await reading
    expect(run.rejections).toEqual([])
    expect(run.passed_over).toEqual([])
    expect(run.observations.flatMap(faultsOf)).toEqual([])
    expect(run.of('vote')).toHaveLength(593)
    expect(new Set(run.of('vote').map(({ key }) => key)).size).toBe(592)
    expect(
      run
        .of('session')
        .map(({ parts }) => parts.session!.identifier)
        .toSorted(),
    ).toEqual([
      ...[101, 103, 104, 106, 107, 108, 109, 110, 111, 113, 114, 115, 116, 117, 118, 119].map(String),
    ])
  })

  it('have the ballot words and totals of the source', async () => {
    const run = await reading
    const byRecord = new Map(run.of('vote').map(({ record, parts }) => [record, parts.vote!]))
    let compared = 0
    for await (const record of readFiles({ paths: archives, started_at: STARTED_AT })) {
      if (record.kind !== 'record') continue
      const { votes: ballot } = JSON.parse(record.bytes.toString()) as { votes: Record<string, unknown[]> }
      const published = Object.entries(ballot).map(
        ([word, voters]) => `${word.toLowerCase()} ${voters.length}`,
      )
      const emitted = byRecord
        .get(record.name)!
        .counts.map(({ option, option_text, value }) => `${(option_text ?? option).toLowerCase()} ${value}`)
      expect([record.name, ...emitted]).toEqual([record.name, ...published])
      compared++
    }
    expect(compared).toBe(593)
  })

  it('match the totals that the Senate prints in its results', async () => {
    let printed = 0
    for (const vote of await votes()) {
      const emitted = /\((\d+)-(\d+)/u.exec(String(vote.extras.result_text ?? ''))
      if (emitted === null) continue
      printed++
      const counted = ['yes', 'no'].map((option) => total(vote, option) - tieBreaking(vote, option))
      expect([vote.dedupe_key, ...counted]).toEqual([vote.dedupe_key, Number(emitted[1]), Number(emitted[2])])
    }
    expect(printed).toBe((await votes()).filter(({ chamber }) => chamber === 'upper').length)
    expect(printed).toBe(288)
  })

  it('have as many votes as their totals, and no member votes twice', async () => {
    for (const vote of await votes()) {
      const cast = Map.groupBy(vote.votes, ({ option, option_text }) => option_text ?? option)
      const counted = vote.counts.map((count) => cast.get(count.option_text ?? count.option)?.length ?? 0)
      expect([vote.dedupe_key, ...counted]).toEqual([
        vote.dedupe_key,
        ...vote.counts.map(({ value }) => value),
      ])
      const ids = vote.votes.flatMap(({ source_id }) => source_id ?? [])
      expect(new Set(ids).size).toBe(ids.length)
      expect(vote.votes.length).toBeLessThanOrEqual(vote.chamber === 'lower' ? HOUSE : SENATE)
    }
  })

  it('keep unexpected words of the ballot', async () => {
    const all = await votes()
    const ballots = new Set(all.flatMap(words))
    expect(ballots.size).toBe(54)
    for (const word of [
      'Jeffries',
      'Hon. Rand Paul',
      'Donald J. Trump',
      'Guilty',
      'Not Guilty',
      'Aye',
      'Yea',
    ])
      expect(ballots).toContain(word)
    const by_option = (option: string) =>
      new Set(
        all.flatMap((vote) =>
          vote.counts.filter((count) => count.option === option).map((count) => count.option_text),
        ),
      )
    expect(by_option('yes')).toEqual(new Set(['Yea', 'Aye', 'Guilty']))
    expect(by_option('no')).toEqual(new Set(['Nay', null, 'Not Guilty']))
    expect(by_option('not voting')).toEqual(new Set([null]))
  })

  it('include 47 ties with the tie-breaking vote of the Vice President', async () => {
    const broken = (await votes()).filter((vote) => vote.votes.some(({ note }) => note !== ''))
    expect(broken).toHaveLength(47)
    for (const vote of broken) expect(vote.result).toBe('pass')
  })

  it('name their bill, or else their subject in the extras', async () => {
    const run = await reading
    const without = run.of('vote').filter(({ bill }) => bill === null)
    expect(without).toHaveLength(143)
    const subjects = Map.groupBy(without, ({ parts }) => {
      const { extras } = parts.vote!
      return extras.nomination !== undefined ? 'nomination' : String(extras.category)
    })
    expect(Object.fromEntries([...subjects].map(([name, list]) => [name, list.length]))).toEqual({
      nomination: 116,
      procedural: 2,
      quorum: 1,
      leadership: 20,
      unknown: 2,
      conviction: 2,
    })
  })

  it('have times with an offset, required majorities, and the categories of our own rules', async () => {
    const run = await votes()
    for (const { start_date, extras } of run) {
      expect(start_date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-0[45]:00$/)
      const type = String(extras.type)
      expect([type, voteType(type)]).toEqual([type, type])
      if (extras.category !== 'recommit') expect([type, voteCategory(type)]).toEqual([type, extras.category])
    }
    const majorities = Map.groupBy(run, ({ requirement }) => requirement)
    expect(Object.fromEntries([...majorities].map(([name, list]) => [name, list.length]))).toEqual({
      '1/2': 461,
      '2/3': 76,
      '3/5': 55,
      QUORUM: 1,
    })
  })

  it('have the reported result, even if the yeas of a failed vote outnumber the nays', async () => {
    const failed = (await votes()).filter(
      (vote) => vote.result === 'fail' && total(vote, 'yes') > total(vote, 'no'),
    )
    expect(failed.length).toBeGreaterThan(0)
    for (const { requirement } of failed) expect(requirement).not.toBe('1/2')
  })
})

describe.skipIf(folder === undefined)('the sample roll calls in both layouts', () => {
  it('have the same totals in data.json and data.xml', async () => {
    const run = await readSourceText(congressVotes, `${folder}/samples`)
    expect(run.copies).toEqual({ vote: 5 })
    const xml = await readSourceText(
      congressVotes,
      ...[
        '106/votes/1999/s17',
        '118/votes/2023/h2',
        '118/votes/2023/s116',
        '119/votes/2026/h100',
        '119/votes/2026/s10',
      ].map((name) => `${folder}/samples/${name}/data.xml`),
    )
    const tallies = (one: Read) =>
      Object.fromEntries(
        one
          .of('vote')
          .map(({ key, parts }) => [
            key,
            parts
              .vote!.counts.map((count) => `${count.option_text ?? count.option} ${count.value}`)
              .toSorted(),
          ]),
      )
    expect(Object.keys(tallies(run))).toHaveLength(5)
    expect(tallies(xml)).toEqual(tallies(run))
  })
})

/** The nightly run reads the whole folder, and every run the roll calls that are odd. */
describe.skipIf(folder === undefined)('an ingest of the published roll calls', () => {
  it('emits each roll call once, and nothing when it is repeated', async () => {
    const { database, settings } = await createTestDatabase()
    const ingesting = await createIngestWorld(database, settings)
    const { items } = await readSourceText(congressVotes, NIGHTLY ? folder! : `${folder}/odd_votes.tar.gz`)
    const { records, votes } = NIGHTLY ? { records: 635, votes: 594 } : { records: 116, votes: 84 }
    const first = await ingesting.run(items, { name: 'congress-votes' })
    expect(first).toMatchObject({ records, quarantined: 0, stale: 0 })
    const reported = await ingesting.emitted()
    const types = Map.groupBy(typesOf(reported), (type) => type)
    expect(Object.fromEntries([...types].map(([name, list]) => [name, list.length]))).toEqual({
      'jurisdiction.observed': 1,
      'session.observed': 16,
      'vote.recorded': votes,
    })
    const again = await ingesting.run(items, { name: 'congress-votes' })
    expect(again).toMatchObject({ records, events: 0, quarantined: 0 })
    expect(await ingesting.emitted()).toEqual([])
  })
})
