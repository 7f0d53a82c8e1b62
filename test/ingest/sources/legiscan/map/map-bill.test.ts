import { describe, expect, it } from 'vitest'
import { legiscan } from '../../../../../ingest/sources/legiscan/index.ts'
import { billOf, personOf, readBill, session } from '../../../../support/source-records/legiscan-records.ts'
import { faultsOf } from '../../../../support/source-records/part-schemas.ts'
import { readSourceFiles, STARTED_AT } from '../../../../support/source-records/read-source.ts'

describe('a bill of the LegiScan API', () => {
  it('has the same key as in Open States: its session and number', async () => {
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

  it('reports its place and its session once', async () => {
    const { of } = await readSourceFiles(legiscan, { 'a.json': [{ bill: billOf(1) }, { bill: billOf(2) }] })
    expect(of('session').map(({ parts }) => parts.session)).toEqual([
      expect.objectContaining({
        identifier: '2025_26',
        name: session.session_name,
        classification: 'primary',
      }),
    ])
    expect(of('jurisdiction')).toHaveLength(1)
  })

  it('keeps the name of an unknown session but does not report that session', async () => {
    const unknown = {
      ...session,
      state_id: 9,
      special: 1,
      year_start: 2022,
      session_name: '2022 1st Special Session',
    }
    const { of } = await readSourceFiles(legiscan, {
      'a.json': { bill: billOf(1, { state: 'FL', session: unknown }) },
    })
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
    'has the number as its legislature prints it: %s %s',
    async (state, bill_number, bill_type, bill_type_id, printed) => {
      const bill = await readBill({ state, bill_number, bill_type, bill_type_id })
      expect(bill.parts.core!.identifier).toBe(printed)
    },
  )

  it('does not change with its change_hash or the hashes of its texts', async () => {
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

  it('has fiscal notes, supplements, and amendments with their outcome as documents', async () => {
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

  it('has sponsors in order, including committees', async () => {
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

  it('has each related bill once per relation, in the terms of Open States', async () => {
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

  it('has no committee if an empty list is given for it', async () => {
    const committee = { committee_id: 603, chamber: 'H', chamber_id: 29, name: 'Ways and Means' }
    expect((await readBill({ committee: [] })).parts.core!.extras.legiscan_committee).toBeNull()
    expect((await readBill({ committee })).parts.core!.extras.legiscan_committee).toBe('Ways and Means')
  })
})
