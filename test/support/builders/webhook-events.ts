import type { Publication } from '../log/publish.ts'

const wa = 'ocd-division/country:us/state:wa'
const billOf = (id: number) => ({
  id,
  ocd_id: `ocd-bill/${id}`,
  identifier: `HB ${id}`,
  jurisdiction: wa,
  session: '2026',
  subjects: ['Education'],
})
export const bill = billOf(7)

/** Events of one bill as ingest writes them. */
export function action(
  number: number,
  { bill_id = bill.id, backfill = false }: { bill_id?: number; backfill?: boolean } = {},
): Publication & { type: 'bill.action' } {
  const own = billOf(bill_id)
  return {
    type: 'bill.action',
    key: own.ocd_id,
    sequence: number,
    backfill,
    body: {
      id: own.id,
      ocd_id: own.ocd_id,
      bill: own,
      action: {
        // An action belongs to one bill.
        id: bill_id === bill.id ? `action-${number}` : `action-${bill_id}-${number}`,
        date: '2026-02-01',
        chamber: 'lower',
        organization: null,
        description: `Read ${number} times`,
        classification: [],
        related_entities: [],
      },
    },
  }
}

export function statusChange(number: number, from: string, to: string): Publication {
  return {
    type: 'bill.status_changed',
    key: bill.ocd_id,
    sequence: number,
    body: {
      id: bill.id,
      ocd_id: bill.ocd_id,
      bill,
      from,
      to,
      detail: null,
      date: '2026-02-01',
      action_id: null,
      progress: [],
    },
  }
}

export function vote(number: number): Publication {
  return {
    type: 'vote.recorded',
    key: bill.ocd_id,
    sequence: number,
    body: {
      id: 1000 + number,
      ocd_id: `ocd-vote/${number}`,
      bill,
      vote: {
        jurisdiction: wa,
        session: '2026',
        chamber: 'lower',
        organization: null,
        identifier: '',
        motion_text: 'Final passage',
        motion_classification: ['passage'],
        start_date: '2026-02-02',
        end_date: null,
        result: 'pass',
        counts: [
          { option: 'yes', value: 58 },
          { option: 'no', value: 38 },
          { option: 'excused', value: 2 },
        ],
        votes: [],
        sources: [],
        dedupe_key: null,
        bill_action: null,
        extras: {},
      },
    },
  }
}
