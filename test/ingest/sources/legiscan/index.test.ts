import { describe, expect, it } from 'vitest'
import { legiscan } from '../../../../ingest/sources/legiscan/index.ts'
import { billOf, personOf, rollCallOf, session, summaryOf } from '../../../support/legiscan-records.ts'
import { faultsOf } from '../../../support/part-schemas.ts'
import { readWith, STARTED_AT } from '../../../support/reading.ts'
import { zipOf } from '../../../support/zip-of.ts'

const read = (files: Readonly<Record<string, unknown>>) => readWith(legiscan, files)
const readBill = async (fields: Record<string, unknown> = {}) => {
  const { of, rejections } = await read({ 'bill.json': { status: 'OK', bill: billOf(2, fields) } })
  expect(rejections).toEqual([])
  return of('bill')[0]!
}

describe('a bill of the LegiScan API', () => {
  it('is the bill that Open States knows by its session and number', async () => {
    const bill = await readBill()
    expect(bill).toMatchObject({
      key: 'ocd-division/country:us/state:ga|2025_26|HB2',
      aliases: [{ scheme: 'legiscan', value: '2' }],
      observed_at: STARTED_AT,
    })
    expect(bill.parts.core).toMatchObject({
      session: '2025_26',
      identifier: 'HB2',
      chamber: 'lower',
      classification: ['bill'],
      abstracts: [{ abstract: expect.stringContaining('A BILL to be entitled'), note: 'description' }],
      extras: { legiscan_status: 'Introduced', legiscan_committee: null },
    })
    expect(faultsOf(bill)).toEqual([])
  })

  it('is told with its place and its session, once', async () => {
    const { of } = await read({ 'a.json': [{ bill: billOf(1) }, { bill: billOf(2) }] })
    expect(of('session').map(({ parts }) => parts.session)).toEqual([
      expect.objectContaining({
        identifier: '2025_26',
        name: session.session_name,
        classification: 'primary',
      }),
    ])
    expect(of('jurisdiction')).toHaveLength(1)
  })

  it('keeps the name of a session that no rule knows, and does not tell that session', async () => {
    const unknown = {
      ...session,
      state_id: 9,
      special: 1,
      year_start: 2022,
      session_name: '2022 1st Special Session',
    }
    const { of } = await read({ 'a.json': { bill: billOf(1, { state: 'FL', session: unknown }) } })
    expect(of('bill')[0]!.parts.core!.session).toBe('2022 1st Special Session')
    expect(of('session')).toEqual([])
  })

  it.each([
    ['US', 'HB1', 'B', '1', 'HR 1'],
    ['US', 'HR1', 'R', '2', 'HRES 1'],
    ['US', 'SJR3', 'JR', '4', 'SJRES 3'],
    ['NC', 'H259', 'B', '1', 'HB 259'],
    ['FL', 'H0001', 'JR', '4', 'HJR 1'],
    ['CO', 'HB1001', 'B', '1', 'HB25-1001'],
  ])(
    'has the number that its legislature prints: %s %s',
    async (state, bill_number, bill_type, bill_type_id, printed) => {
      const bill = await readBill({ state, bill_number, bill_type, bill_type_id })
      expect(bill.parts.core!.identifier).toBe(printed)
    },
  )

  it('says nothing of what churns: another change_hash, or a text of another hash, is no other bill', async () => {
    const text = { doc_id: 1, date: '2026-01-30', type: 'Introduced', type_id: 1, mime: 'application/pdf' }
    const [before, after] = [
      await readBill({ texts: [{ ...text, text_hash: 'a', state_link: 'https://x.gov/a b.pdf' }] }),
      await readBill({
        change_hash: 'b',
        texts: [{ ...text, text_hash: 'b', state_link: 'https://x.gov/a b.pdf' }],
      }),
    ]
    expect(after.parts).toEqual(before.parts)
    expect(after.parts.versions).toEqual([
      {
        note: 'Introduced',
        date: '2026-01-30',
        classification: 'introduced',
        links: [{ url: 'https://x.gov/a%20b.pdf', media_type: 'application/pdf' }],
        text: null,
      },
    ])
  })

  it('has fiscal notes, supplements and amendments as documents, with what became of an amendment', async () => {
    const paper = { mime: 'application/pdf', date: '0000-00-00', url: 'https://legiscan.com/GA/x' }
    const { parts } = await readBill({
      texts: [{ ...paper, type: 'Fiscal Note', type_id: 7 }],
      supplements: [{ ...paper, type: 'Veto Letter', type_id: 8, title: 'Veto 2' }],
      amendments: [
        { ...paper, adopted: 1, title: 'Senate Floor Amendment', description: 'AM 52' },
        { ...paper, adopted: 0, title: 'House Floor Amendment', description: 'House Floor Amendment' },
      ],
    })
    expect(parts.versions).toEqual([])
    expect(parts.documents!.map(({ note, classification, date }) => [note, classification, date])).toEqual([
      ['Fiscal Note', 'fiscal-note', null],
      ['Veto Letter: Veto 2', 'veto-message', null],
      ['Senate Floor Amendment: AM 52 (adopted)', 'amendment', null],
      ['House Floor Amendment', 'amendment', null],
    ])
  })

  it('has sponsors in their order, committees among them', async () => {
    const { parts } = await readBill({
      sponsors: [
        { ...personOf(7, 'Clint Crowe', { district: 'HD-118' }), sponsor_type_id: 1, sponsor_order: 1 },
        {
          ...personOf(8, 'Ed Setzler', { role_id: 2, district: 'SD-037' }),
          sponsor_type_id: 3,
          sponsor_order: 2,
        },
        {
          ...personOf(9, 'Joint Budget Committee', { committee_id: '1623', role_id: 3 }),
          sponsor_type_id: 0,
        },
      ],
    })
    expect(
      parts.sponsors!.map(({ name, entity_type, classification, primary, chamber, district, source_id }) =>
        [name, entity_type, classification, primary, chamber, district, source_id].join(' '),
      ),
    ).toEqual([
      'Clint Crowe person primary true lower 118 legiscan:7',
      'Ed Setzler person joint false upper 37 legiscan:8',
      'Joint Budget Committee organization sponsor true   legiscan:9',
    ])
  })

  it('relates bills by the words of Open States, each once', async () => {
    const same = { type_id: 1, type: 'Same As', sast_bill_number: 'SB2', sast_bill_id: 5 }
    const { parts } = await readBill({
      sasts: [same, same, { ...same, type_id: 4 }, { ...same, type_id: 9, sast_bill_number: 'HB77' }],
      subjects: [{ subject_id: 1, subject_name: 'Crimes & Offenses; Firearms' }],
    })
    expect(parts.related_bills).toEqual([
      { identifier: 'SB2', session: '2025_26', relation_type: 'companion' },
      { identifier: 'SB2', session: '2025_26', relation_type: 'replaces' },
      { identifier: 'HB77', session: '', relation_type: 'prior-session' },
    ])
    expect(parts.core!.subjects).toEqual(['Crimes & Offenses', 'Firearms'])
  })

  it('takes the committee for none where an empty list stands for it', async () => {
    const committee = { committee_id: 603, chamber: 'H', chamber_id: 29, name: 'Ways and Means' }
    expect((await readBill({ committee: [] })).parts.core!.extras.legiscan_committee).toBeNull()
    expect((await readBill({ committee })).parts.core!.extras.legiscan_committee).toBe('Ways and Means')
  })
})

describe('an action of LegiScan', () => {
  const action = (date: string, text: string, importance = 0) => ({
    date,
    action: text,
    chamber: 'H',
    importance,
  })
  const classesOf = async (fields: Record<string, unknown>) =>
    (await readBill(fields)).parts.actions!.map(({ description, classification }) => [
      description,
      classification,
    ])

  it('has the classes of its words; what they leave open, LegiScan fills with what it read itself', async () => {
    const history = [
      action('2026-02-03', 'House Passed/Adopted', 1),
      action('2026-02-09', 'Ayes and nays', 0),
      action('2026-02-09', 'Sent on its way', 1),
    ]
    const progress = [
      { date: '2026-02-03', event: 2 },
      { date: '2026-02-09', event: 3 },
    ]
    expect(await classesOf({ history, progress })).toEqual([
      ['House Passed/Adopted', ['passage']],
      ['Ayes and nays', []],
      ['Sent on its way', ['enrolled']],
    ])
  })

  it('does not lose what its words say to what LegiScan read', async () => {
    const history = [action('2026-02-03', 'House Passed/Adopted', 1)]
    expect(await classesOf({ history, progress: [{ date: '2026-02-03', event: 6 }] })).toEqual([
      ['House Passed/Adopted', ['passage']],
    ])
  })

  it("is no signature where Georgia enters a veto under the day of the Governor's signature", async () => {
    const history = [
      action('2026-05-05', 'House Date Signed by Governor'),
      { ...action('2026-05-05', 'Veto V2', 1), chamber: '' },
    ]
    const classes = await classesOf({ history })
    expect(classes).toEqual([
      ['House Date Signed by Governor', []],
      ['Veto V2', ['executive-veto']],
    ])
  })

  it('stands in the order of its days', async () => {
    const history = [action('2026-02-09', 'b'), action('2026-02-03', 'a'), action('2026-02-09', 'c')]
    expect((await classesOf({ history })).map(([text]) => text)).toEqual(['a', 'b', 'c'])
  })
})

describe('a roll call of LegiScan', () => {
  const roll_call = rollCallOf(55, 2, { 7: 1, 8: 2, 9: 3 })
  const bill = billOf(2, { votes: [summaryOf(roll_call)] })

  it('names its voters by the people of the set, whichever comes first, and its number as printed', async () => {
    const { of, rejections } = await read({
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
    // Of the third nobody has said who it is.
    expect(
      vote!.parts.vote!.votes.map(({ voter_name, district, option }) => [voter_name, district, option]),
    ).toEqual([
      ['Clint Crowe', '7', 'yes'],
      ['Ron Stephens', '8', 'no'],
      ['legiscan:9', null, 'not voting'],
    ])
    expect(faultsOf(vote!)).toEqual([])
  })

  it('is told without voters where only the list of its bill has it, as a record of its own', async () => {
    const { of } = await read({ 'HB2.json': { bill } })
    const [vote] = of('vote')
    expect(vote!.parts.vote).toMatchObject({ votes: [], result: 'pass', identifier: '239' })
    expect(vote!.record_key).toMatch(/^summary /)
  })

  it('is believed in its newer reading, where one printed number has two ids', async () => {
    const second = { ...roll_call, roll_call_id: 56, nay: 3 }
    const { of } = await read({
      'bill.json': { bill: billOf(2) },
      'votes.json': [{ roll_call }, { roll_call: second }],
    })
    const [one, other] = of('vote').toSorted((a, b) => (a.record_key! < b.record_key! ? -1 : 1))
    expect(one!.also_keys).toEqual(other!.also_keys)
    expect(one!.aliases[0]!.value).toBe('56')
  })

  it('of Congress is known by its number alone', async () => {
    const told = { state: 'US', session: { ...session, session_name: '119th Congress' } }
    const of_congress = { ...roll_call, desc: 'On Passage RC# 190' }
    const { of } = await read({ 'a.json': [{ bill: billOf(2, told) }, { roll_call: of_congress }] })
    expect(of('vote')[0]!.also_keys).toEqual(['roll|ocd-division/country:us|119|lower|2026|190'])
  })

  it('is set aside where nobody has said what bill it is about', async () => {
    const { rejections } = await read({ 'vote/55.json': { roll_call } })
    expect(rejections.map(({ reason, detail }) => [reason, detail])).toEqual([
      ['record_invalid', 'bill_id is 2, of which no bill was read with it'],
    ])
  })
})

describe('an answer of the LegiScan API', () => {
  it('that is an error is set aside with the words of LegiScan', async () => {
    const { rejections } = await read({
      'a.json': { status: 'ERROR', alert: { message: 'Invalid API key' } },
    })
    expect(rejections.map(({ detail }) => detail)).toEqual([
      'status is "ERROR": LegiScan says: Invalid API key',
    ])
  })

  it('that lists what to ask for is passed over', async () => {
    const { observations, passed_over } = await read({
      'master.json': { status: 'OK', masterlist: { session, 0: { bill_id: 1, change_hash: 'a' } } },
      'text.json': { text: { doc_id: 1, doc: '' } },
      'people.json': { sessionpeople: { session, people: [personOf(7, 'Clint Crowe')] } },
    })
    expect(observations).toEqual([])
    expect(passed_over.map(([file]) => file).toSorted()).toEqual(['master.json', 'people.json', 'text.json'])
  })

  it.each([
    [{ history: [{ date: 'soon', action: 'x', chamber: 'H' }] }, 'history[0].date is "soon", not a date'],
    [{ bill_id: 'x' }, 'bill_id is "x", not an id'],
    [{ bill_number: '' }, 'bill_number is "", not a text'],
    [{ texts: 'none' }, 'texts is "none", not a list'],
  ])('with a bad field is set aside by that field, and the others are read: %o', async (fields, detail) => {
    const { of, rejections } = await read({ 'a.json': [{ bill: billOf(1, fields) }, { bill: billOf(2) }] })
    expect(rejections.map((one) => one.detail)).toEqual([detail])
    expect(of('bill')).toHaveLength(1)
  })

  it('of a place that nobody knows is set aside as such', async () => {
    const { rejections } = await read({ 'a.json': { bill: billOf(1, { state: 'XX' }) } })
    expect(rejections.map(({ reason }) => reason)).toEqual(['jurisdiction_unknown'])
  })

  it('is dated by the day in the name of its data set, which may stand in an envelope of its own', async () => {
    const zip = await zipOf({
      'GA/2025-2026_Regular_Session/bill/HB1.json': JSON.stringify({ bill: billOf(1) }),
    })
    const dated = await read({ 'GA_2025-2026_Regular_Session_JSON_20260301_0123456789abcdef.zip': zip })
    expect(dated.of('bill')[0]!.observed_at).toBe('2026-03-01T00:00:00Z')
    const wrapped = await read({ 'set.json': { status: 'OK', dataset: { zip: zip.toString('base64') } } })
    expect(wrapped.of('bill')).toHaveLength(1)
    expect(wrapped.rejections).toEqual([])
  })
})
