import { describe, expect, it } from 'vitest'
import { openstatesScraper } from '../../../../ingest/sources/openstates-scraper/index.ts'
import { faultsOf } from '../../../support/part-schemas.ts'
import { readWith, STARTED_AT } from '../../../support/reading.ts'
import {
  OTHER_RUN,
  pseudoId,
  scrapedAction,
  scrapedBill,
  scrapedId,
  scrapedJurisdiction,
  scrapedVote,
} from '../../../support/scraped.ts'

const WA = 'ocd-division/country:us/state:wa'
const JURISDICTION = {
  'wa/jurisdiction_ocd-jurisdiction-country:us-state:wa-government.json': scrapedJurisdiction,
}
const read = (files: Readonly<Record<string, unknown>>) => readWith(openstatesScraper, files)
const readBill = async (fields: Readonly<Record<string, unknown>>) => {
  const { observations, rejections } = await read({ 'wa/bill_1.json': scrapedBill(fields) })
  expect(rejections).toEqual([])
  const [bill] = observations
  if (bill?.entity !== 'bill') throw new Error('no bill')
  return bill
}

describe('a folder of a scraper', () => {
  it('gives jurisdiction, sessions and organisations before the bills and votes in them', async () => {
    const run = await read({
      ...JURISDICTION,
      'wa/bill.ndjson': [scrapedBill()],
      'wa/organization_1.json': {
        name: 'Legislature',
        classification: 'legislature',
        parent_id: null,
        links: [],
        sources: [],
        extras: {},
        _id: 'parent',
      },
      'wa/organization_2.json': {
        name: 'Senate',
        classification: 'upper',
        parent_id: 'parent',
        links: [],
        sources: [],
        extras: {},
        _id: scrapedId(),
      },
      'wa/vote_event.ndjson': [scrapedVote()],
    })
    expect(run.observations.map(({ entity }) => entity)).toEqual([
      'jurisdiction',
      'session',
      'organization',
      'organization',
      'bill',
      'vote',
    ])
    expect(run.rejections).toEqual([])
    expect(run.observations.flatMap(faultsOf)).toEqual([])
    expect(run.of('organization').map(({ parts }) => parts.organization?.parent_name)).toEqual([
      null,
      'Legislature',
    ])
    expect(run.of('session')[0]).toMatchObject({
      key: `${WA}|2025-2026`,
      parts: { session: { classification: 'primary', end_date: null, active: null } },
    })
  })

  it('keeps the first of two sessions that share an identifier, and sets the other aside (Virginia 2018)', async () => {
    const session = (name: string) => ({
      identifier: '2018specialI',
      name,
      start_date: '2018-04-11',
      end_date: '',
    })
    const legislative_sessions = [session('2018, 1st Special Session'), session('2018, 2nd Special Session')]
    const run = await read({ 'wa/jurisdiction_1.json': { ...scrapedJurisdiction, legislative_sessions } })
    expect(run.of('session').map(({ parts }) => parts.session?.name)).toEqual(['2018, 1st Special Session'])
    expect(run.rejections).toMatchObject([{ reason: 'conflicting_duplicate', jurisdiction: WA }])
    expect(run.rejections[0]?.bytes.toString()).toContain('2nd Special Session')
  })

  it('says territories and districts in the form of the specification', async () => {
    const run = await read({
      'dc/jurisdiction_x.json': {
        ...scrapedJurisdiction,
        _id: 'x',
        division_id: 'ocd-division/country:us/district:dc',
        legislative_sessions: [],
      },
    })
    expect(run.of('jurisdiction')[0]).toMatchObject({
      ocd_id: 'ocd-division/country:us/state:dc',
      parts: {
        jurisdiction: { classification: 'district', chambers: [{ chamber: 'legislature', name: 'Council' }] },
      },
    })
  })

  it('takes the jurisdiction of votes from the document beside them, else from the name of the folder', async () => {
    expect(
      (await read({ ...JURISDICTION, 'wa/vote_event_1.json': scrapedVote() })).of('vote')[0]?.jurisdiction,
    ).toBe(WA)
    expect((await read({ 'x/wa/vote_event.ndjson': [scrapedVote()] })).of('vote')[0]?.jurisdiction).toBe(WA)
    const nowhere = await read({ 'legislature/vote_event_1.json': scrapedVote() })
    expect(nowhere.rejections).toMatchObject([
      { reason: 'jurisdiction_unknown', record: expect.stringContaining('vote_event_1.json') },
    ])
  })
})

describe('copies', () => {
  it('are seen in a folder that only its bills name', async () => {
    const run = await read({
      'x/bill_1.json': scrapedBill(),
      'x/bill_2.json': scrapedBill({ _id: scrapedId() }),
      'x/vote_event_1.json': scrapedVote(),
    })
    expect([run.of('bill').length, run.of('vote').length, run.copies]).toEqual([1, 1, { bill: 1 }])
    expect(run.of('vote')[0]?.jurisdiction).toBe(WA)
  })

  it('of one run collapse, whatever their ids and times (Guam has three of each)', async () => {
    const run = await read({
      'wa/bill.ndjson': [0, 1, 2].map((second) =>
        scrapedBill({ _id: scrapedId(), scraped_at: `2026-08-22T07:22:3${second}+00:00` }),
      ),
    })
    expect(run.of('bill')).toHaveLength(1)
    expect(run.copies).toEqual({ bill: 2 })
  })

  it('of other runs collapse (Nebraska keeps eight, Utah two)', async () => {
    const run = await read({
      'wa/bill.ndjson': [
        scrapedBill(),
        scrapedBill({ _id: scrapedId(OTHER_RUN), scraped_at: '2026-08-23T07:22:36+00:00' }),
      ],
      'wa/vote_event.ndjson': [
        scrapedVote(),
        scrapedVote({ _id: scrapedId(OTHER_RUN), bill: scrapedId(OTHER_RUN) }),
      ],
    })
    expect([run.of('bill').length, run.of('vote').length]).toEqual([1, 1])
    expect(run.copies).toEqual({ bill: 1, vote: 1 })
  })

  it('a change between runs is observed in its turn, and a way back is one too', async () => {
    const revision = (title: string, day: number, run: string) =>
      scrapedBill({ title, _id: scrapedId(run), scraped_at: `2026-08-${day}T07:00:00+00:00` })
    const run = await read({
      'wa/bill.ndjson': [
        revision('A', 20, '90ab-000000000001'),
        revision('B', 21, '90ab-000000000002'),
        revision('A', 22, '90ab-000000000003'),
        revision('A', 23, '90ab-000000000004'),
      ],
    })
    expect(
      run.of('bill').map(({ parts, observed_at }) => [parts.core?.title, observed_at.slice(0, 10)]),
    ).toEqual([
      ['A', '2026-08-20'],
      ['B', '2026-08-21'],
      ['A', '2026-08-22'],
    ])
    expect(run.copies).toEqual({ bill: 1 })
  })
})

describe('what shares one number', () => {
  it('two addresses in one run are two bills, observed together (ten in the Northern Marianas)', async () => {
    const at = (legID: number) => ({
      title: `Bill ${legID}`,
      sources: [{ url: `https://cnmileg.net/leg_sts.asp?legID=${legID}&secID=2`, note: '' }],
    })
    const run = await read({
      'wa/bill.ndjson': [scrapedBill(at(19809)), scrapedBill({ identifier: 'SB 1' }), scrapedBill(at(19896))],
    })
    const group = run.items.find((item) => item.kind === 'observed' && item.group.length > 1)
    expect(
      group?.kind === 'observed' && group.group.map(({ discriminator }) => discriminator?.slice(-14)),
    ).toEqual(['ID=19809&secID', 'ID=19896&secID'].map((text) => `${text.slice(-12)}=2`))
    expect(
      new Set(
        run
          .of('bill')
          .slice(-2)
          .map(({ key }) => key),
      ).size,
    ).toBe(1)
    expect(run.copies).toEqual({})
  })

  it('one address with different content, equally new, is a conflict: both are set aside with their bytes', async () => {
    const run = await read({ 'wa/bill.ndjson': [scrapedBill({ title: 'A' }), scrapedBill({ title: 'B' })] })
    expect(run.of('bill')).toEqual([])
    expect(run.rejections.map(({ reason }) => reason)).toEqual([
      'conflicting_duplicate',
      'conflicting_duplicate',
    ])
    expect(JSON.parse(run.rejections[1]!.bytes.toString())).toMatchObject({ title: 'B' })
  })

  it('one address with different content of two times: the newer follows the older', async () => {
    const run = await read({
      'wa/bill.ndjson': [
        scrapedBill({ title: 'B', scraped_at: '2026-08-22T08:00:00+00:00' }),
        scrapedBill({ title: 'A' }),
      ],
    })
    expect(run.of('bill').map(({ parts }) => parts.core?.title)).toEqual(['A', 'B'])
  })

  it('one number with several votes: all of them stay (Virginia, 762)', async () => {
    const run = await read({
      'va/vote_event.ndjson': [
        scrapedVote({ identifier: 'H02', motion_text: 'Placed on Agenda', votes: [] }),
        scrapedVote({ identifier: 'H02', motion_text: 'Passed House', votes: [] }),
        scrapedVote({
          identifier: 'H02',
          motion_text: 'Passed House',
          votes: [],
          sources: [{ url: 'https://lis.virginia.gov/5504', note: '' }],
        }),
      ],
    })
    expect(new Set(run.of('vote').map(({ key }) => key)).size).toBe(3)
  })

  it('two roll calls of one motion with nothing to tell them apart are observed together', async () => {
    const run = await read({ 'wa/vote_event.ndjson': [scrapedVote(), scrapedVote({ result: 'fail' })] })
    expect(run.items.map((item) => item.kind === 'observed' && item.group.length)).toEqual([2])
  })

  it('a dedupe key decides before all else', async () => {
    const run = await read({
      'wa/vote_event.ndjson': [
        scrapedVote({ dedupe_key: 'one' }),
        scrapedVote({ dedupe_key: 'two' }),
        scrapedVote({ dedupe_key: 'one', _id: scrapedId(OTHER_RUN) }),
      ],
    })
    expect(run.of('vote').map(({ key }) => key.split('|').at(-1))).toEqual(['one', 'two'])
    expect(run.copies).toEqual({ vote: 1 })
  })
})

describe('a vote', () => {
  const readVote = async (fields: Readonly<Record<string, unknown>>, bills: readonly unknown[] = []) => {
    const run = await read({
      ...JURISDICTION,
      'wa/bill.ndjson': bills,
      'wa/vote_event_1.json': scrapedVote(fields),
    })
    expect(run.rejections).toEqual([])
    return run.of('vote')[0]!
  }

  it('names its bill by number, though the uuid points nowhere (Delaware SB 51)', async () => {
    expect((await readVote({})).bill).toEqual({
      key: `${WA}|2025-2026|SB5157`,
      identifier: 'SB 5157',
      jurisdiction: WA,
      session: '2025-2026',
    })
  })

  it('names its bill by pseudo-id (Idaho)', async () => {
    const bill = pseudoId({
      from_organization__classification: 'upper',
      identifier: 'S 1221',
      legislative_session__identifier: '2025-2026',
    })
    expect((await readVote({ bill, bill_identifier: null })).bill?.key).toBe(`${WA}|2025-2026|S1221`)
  })

  it('finds its bill by the uuid of its run where nothing else is said', async () => {
    const _id = scrapedId()
    expect(
      (await readVote({ bill: _id, bill_identifier: '' }, [scrapedBill({ _id })])).bill?.identifier,
    ).toBe('SB 5157')
  })

  it('stays, without a bill, where the bill is nowhere', async () => {
    const vote = await readVote({ bill: scrapedId(), bill_identifier: '' })
    expect(vote.bill).toBeNull()
    expect(vote.key.startsWith(`${WA}|2025-2026|`)).toBe(true)
  })

  it('keeps the counts as reported, though they disagree with the voters, or there are none (Arizona, Alaska)', async () => {
    const counts = [
      { option: 'yes', value: 77 },
      { option: 'not voting', value: 3 },
    ]
    const vote = await readVote({ counts, votes: [] })
    expect(vote.parts.vote?.counts).toEqual(counts)
    expect(vote.parts.vote?.votes).toEqual([])
  })

  it('keeps an option of its source that is no option of ours', async () => {
    const vote = await readVote({ votes: [{ option: 'Guilty', voter_name: 'A', note: '' }] })
    expect(vote.parts.vote?.votes[0]).toMatchObject({ option: 'other', option_text: 'Guilty' })
  })

  it('is dated by the moment its uuid was made', async () => {
    expect((await readVote({ _id: scrapedId(OTHER_RUN, 9) })).observed_at).toMatch(
      /^2026-08-22T09:00:00\.\d{6}Z$/,
    )
  })

  it('without such a uuid is dated by the newest time of its folder, else by the start of the run', async () => {
    expect((await readVote({ _id: 'x' }, [scrapedBill()])).observed_at).toBe('2026-08-22T07:22:36+00:00')
    expect((await readVote({ _id: 'x' })).observed_at).toBe(STARTED_AT)
  })
})

describe('a bill', () => {
  it('orders actions oldest first, stable within a day, whichever way they are listed', async () => {
    const actions = ['2026-01-12 b', '2026-01-12 a', '2026-01-10 z'].map((line) =>
      scrapedAction(line.slice(0, 10), line.slice(11)),
    )
    const order = async (listed: readonly unknown[]) =>
      (await readBill({ actions: listed })).parts.actions?.map(({ description }) => description).join('')
    expect(await order(actions)).toBe('zab')
    expect(await order(actions.toReversed())).toBe('zab')
  })

  it('turns a single day round only where the place lists the newest first', async () => {
    const actions = ['second', 'first'].map((text) => scrapedAction('2026-01-12', text))
    const order = async (place: string) => {
      const division_id = `ocd-division/country:us/state:${place}`
      return (await readBill({ actions, jurisdiction: { division_id } })).parts.actions?.map(
        ({ description }) => description,
      )
    }
    expect(await order('nc')).toEqual(['first', 'second'])
    expect(await order('wa')).toEqual(['second', 'first'])
  })

  it('keeps an action that stands twice on one day', async () => {
    const twice = scrapedAction('2026-01-12', 'Placed on calendar')
    expect((await readBill({ actions: [twice, twice] })).parts.actions).toHaveLength(2)
  })

  it('says days as the people there do', async () => {
    const actions = [
      scrapedAction('2025-02-04', 'a'),
      scrapedAction('2025-02-05T08:00:00+00:00', 'b'),
      scrapedAction('2025-02-07T01:30:00+00:00', 'c'),
    ]
    expect((await readBill({ actions })).parts.actions?.map(({ date }) => date)).toEqual([
      '2025-02-04',
      '2025-02-05',
      '2025-02-06T17:30:00-08:00',
    ])
  })

  it('tells chambers, the executive and committees apart by their pseudo-ids', async () => {
    const of = (fields: Readonly<Record<string, string>>) =>
      scrapedAction('2026-01-12', 'x', [], pseudoId(fields))
    const { actions } = (
      await readBill({
        actions: [
          of({ classification: 'lower' }),
          of({ classification: 'executive' }),
          of({ name: 'Rules', classification: 'committee', parent__classification: 'upper' }),
        ],
      })
    ).parts
    expect(actions?.map(({ chamber, organization }) => [chamber, organization])).toEqual([
      ['lower', null],
      [null, 'executive'],
      ['upper', 'Rules'],
    ])
  })

  it('encodes spaces in addresses and nothing that is encoded (Guam, Utah)', async () => {
    const { versions } = (
      await readBill({
        versions: [
          {
            note: 'Introduced',
            date: '',
            classification: '',
            links: [{ url: 'https://x.gov/Bill No. 1 %20é.pdf', media_type: 'application/pdf' }],
          },
        ],
      })
    ).parts
    expect(versions).toEqual([
      {
        note: 'Introduced',
        date: null,
        classification: '',
        text: null,
        links: [{ url: 'https://x.gov/Bill%20No.%201%20%20%C3%A9.pdf', media_type: 'application/pdf' }],
      },
    ])
  })

  it('leaves out a version that is empty', async () => {
    expect(
      (await readBill({ versions: [{ note: '', date: '', classification: '', links: [] }] })).parts.versions,
    ).toEqual([])
  })

  it('names a related bill once (New York repeats them)', async () => {
    const related = { identifier: 'A1', legislative_session: '2023-2024', relation_type: 'prior-session' }
    expect((await readBill({ related_bills: [related, related] })).parts.related_bills).toEqual([
      { identifier: 'A1', session: '2023-2024', relation_type: 'prior-session' },
    ])
  })

  it('keeps no pseudo-id as the id of a sponsor', async () => {
    const sponsor = (person_id: string | null) => ({
      name: 'Burnett',
      classification: 'primary',
      entity_type: 'person',
      primary: true,
      person_id,
      organization_id: null,
    })
    const { sponsors } = (
      await readBill({ sponsorships: [sponsor(pseudoId({ name: 'Burnett' })), sponsor('ocd-person/1')] })
    ).parts
    expect(sponsors?.map(({ source_id }) => source_id)).toEqual([null, 'ocd-person/1'])
  })

  it('has one key in all spellings of its number, and is shown as printed', async () => {
    const bill = await readBill({ identifier: '2ESSB 5157' })
    expect([bill.key, bill.parts.core?.identifier]).toEqual([`${WA}|2025-2026|SB5157`, '2ESSB 5157'])
  })

  it('accepts a session that nobody has listed', async () => {
    expect((await readBill({ legislative_session: '2099 Extraordinary' })).key).toBe(
      `${WA}|2099 Extraordinary|SB5157`,
    )
  })
})

describe('bad input', () => {
  const good = scrapedBill({ identifier: 'SB 1' })
  it.each([
    ['truncated JSON', JSON.stringify(scrapedBill()).slice(0, 300), 'record_unreadable', 'JSON'],
    ['a list', '[1]', 'record_invalid', 'the record is [1], not an object'],
    [
      'no number',
      JSON.stringify(scrapedBill({ identifier: '' })),
      'record_invalid',
      'identifier is "", not a text',
    ],
    [
      'a number that is none',
      JSON.stringify(scrapedBill({ identifier: '\u200b.' })),
      'record_invalid',
      'not a bill number',
    ],
    [
      'a title that is a number',
      JSON.stringify(scrapedBill({ title: 7 })),
      'record_invalid',
      'title is 7, not a text',
    ],
    [
      'actions that are no list',
      JSON.stringify(scrapedBill({ actions: {} })),
      'record_invalid',
      'actions is {}, not a list',
    ],
    [
      'a date that is none',
      JSON.stringify(
        scrapedBill({ actions: [scrapedAction('2026-01-12', 'a'), scrapedAction('tomorrow', 'b')] }),
      ),
      'record_invalid',
      'actions[1].date is "tomorrow", not a date',
    ],
    [
      'an unknown place',
      JSON.stringify(scrapedBill({ jurisdiction: { division_id: 'ocd-division/country:xx' } })),
      'jurisdiction_unknown',
      'ocd-division/country:xx',
    ],
    [
      'a title of 10 MB',
      JSON.stringify(scrapedBill({ title: 'x'.repeat(10 * 1024 * 1024) })),
      'record_too_large',
      'title has 10485760 bytes',
    ],
    [
      'bytes that are no text',
      Buffer.concat([Buffer.from('{"title": "'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
      'record_unreadable',
      'not UTF-8',
    ],
  ] as const)('%s is set aside with its bytes, and the rest flows', async (_, bytes, reason, detail) => {
    const run = await read({ 'wa/bill_1.json': bytes, 'wa/bill_2.json': good })
    expect(run.rejections).toMatchObject([
      { reason, record: expect.stringMatching(/wa\/bill_1\.json$/), jurisdiction: WA },
    ])
    expect(run.rejections[0]?.detail).toContain(detail)
    expect(run.rejections[0]?.bytes.equals(Buffer.from(bytes))).toBe(true)
    expect(run.of('bill')).toHaveLength(1)
  })

  it('lets NUL and lone surrogates through: making text canonical is not the work of a mapper', async () => {
    const run = await read({
      'wa/bill_1.json':
        '{"jurisdiction":{"id":"wa"},"legislative_session":"1","identifier":"HB 1","title":"a\\u0000b\\ud800","scraped_at":"2026-01-01T00:00:00Z"}',
    })
    expect(run.rejections).toEqual([])
    expect(run.of('bill')[0]?.parts.core?.title).toBe('a\u0000b\ud800')
  })

  it('reads a byte order mark and another order of fields', async () => {
    const { _id, scraped_at, ...rest } = scrapedBill()
    const turned = JSON.stringify(
      { _id, scraped_at, ...Object.fromEntries(Object.entries(rest).toReversed()) },
      null,
      2,
    )
    const run = await read({
      'wa/bill_1.json': `\ufeff${turned}`,
      'wa/bill.ndjson': [scrapedBill({ _id: scrapedId() })],
    })
    expect(run.of('bill')).toHaveLength(1)
    expect(run.copies).toEqual({ bill: 1 })
  })

  it('a record that waits for one that turns out unreadable is still observed', async () => {
    const run = await read({ 'wa/bill.ndjson': [scrapedBill(), JSON.stringify(scrapedBill({ title: 7 }))] })
    expect(run.of('bill')).toHaveLength(1)
    expect(run.rejections).toHaveLength(1)
  })
})
