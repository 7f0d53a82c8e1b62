/** Records in the form of api.legiscan.com, from a session of Georgia in 2026. */
import { expect } from 'vitest'
import type { ObservationOf } from '../../../ingest/source-interface/observation.ts'
import { legiscan } from '../../../ingest/sources/legiscan/index.ts'
import { readSourceFiles } from './read-source.ts'

type Json = Record<string, unknown>

export const session = {
  session_id: 2100,
  state_id: 10,
  year_start: 2025,
  year_end: 2026,
  prefile: 0,
  sine_die: 0,
  prior: 0,
  special: 0,
  session_tag: 'Regular Session',
  session_title: '2025-2026 Regular Session',
  session_name: '2025-2026 Regular Session',
}

export function personOf(peopleId: number, name: string, fields: Json = {}): Json {
  return {
    people_id: peopleId,
    person_hash: 'f6vrpp3b',
    party_id: '2',
    state_id: 10,
    party: 'R',
    role_id: 1,
    role: 'Rep',
    name,
    first_name: name.split(' ')[0],
    middle_name: '',
    last_name: name.split(' ').at(-1),
    suffix: '',
    nickname: '',
    district: `HD-${String(peopleId).padStart(3, '0')}`,
    ftm_eid: 14052075,
    votesmart_id: 190389,
    opensecrets_id: '',
    knowwho_pid: 739408,
    ballotpedia: name.replaceAll(' ', '_'),
    bioguide_id: '',
    committee_sponsor: 0,
    committee_id: 0,
    state_federal: 0,
    ...fields,
  }
}

export function billOf(number: number, fields: Json = {}): Json {
  return {
    bill_id: number,
    change_hash: 'dee18d01a5a5b5e83f99d8ac6c1623e4',
    session_id: session.session_id,
    session,
    url: `https://legiscan.com/GA/bill/HB${number}/2025`,
    state_link: `https://www.legis.ga.gov/legislation/${number}`,
    completed: 0,
    status: 1,
    status_date: '2026-01-30',
    progress: [{ date: '2026-01-30', event: 1 }],
    state: 'GA',
    state_id: 10,
    bill_number: `HB${number}`,
    bill_type: 'B',
    bill_type_id: '1',
    body: 'H',
    body_id: 29,
    current_body: 'H',
    current_body_id: 29,
    title: 'Income tax; change certain definitions',
    description: 'A BILL to be entitled an Act to change certain definitions; and for other purposes.',
    pending_committee_id: 0,
    committee: [],
    referrals: [],
    history: [{ date: '2026-01-30', action: 'House Hopper', chamber: 'H', chamber_id: 29, importance: 0 }],
    sponsors: [{ ...personOf(7, 'Clint Crowe'), sponsor_type_id: 1, sponsor_order: 1 }],
    sasts: [],
    subjects: [],
    texts: [],
    votes: [],
    amendments: [],
    supplements: [],
    calendar: [],
    ...fields,
  }
}

/** `votes`: 1 yea, 2 nay, 3 not voting, 4 absent, by people_id. */
export function rollCallOf(
  rollCallId: number,
  billId: number,
  votes: Readonly<Record<number, number>>,
  fields: Json = {},
): Json {
  const words = ['', 'Yea', 'Nay', 'NV', 'Absent']
  const count = (vote: number) => Object.values(votes).filter((one) => one === vote).length
  return {
    roll_call_id: rollCallId,
    bill_id: billId,
    date: '2026-02-03',
    desc: 'Passage: House Vote #239',
    yea: count(1),
    nay: count(2),
    nv: count(3),
    absent: count(4),
    total: Object.keys(votes).length,
    passed: 1,
    chamber: 'H',
    chamber_id: 29,
    votes: Object.entries(votes).map(([people_id, vote_id]) => ({
      people_id: Number(people_id),
      vote_id,
      vote_text: words[vote_id],
    })),
    ...fields,
  }
}

/** A roll call in the list of its bill: it has no voters, but addresses. */
export function summaryOf({ votes: _, bill_id: __, ...roll_call }: Json): Json {
  const id = String(roll_call.roll_call_id)
  return {
    ...roll_call,
    url: `https://legiscan.com/GA/rollcall/HB2/id/${id}`,
    state_link: `https://www.legis.ga.gov/legislation/2#${id}`,
  }
}

/** The result of the source for bill 2, alone in an answer. */
export async function readBill(fields: Json = {}): Promise<ObservationOf<'bill'>> {
  const { of, rejections } = await readSourceFiles(legiscan, {
    'bill.json': { status: 'OK', bill: billOf(2, fields) },
  })
  expect(rejections).toEqual([])
  return of('bill')[0]!
}
