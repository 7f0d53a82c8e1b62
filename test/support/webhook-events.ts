import type { Publication } from './publish.ts'

const wa = 'ocd-division/country:us/state:wa'
export const bill = {
  id: 7,
  ocd_id: 'ocd-bill/7',
  identifier: 'HB 7',
  jurisdiction: wa,
  session: '2026',
  subjects: ['Education'],
}

/** Events of one bill as ingest writes them. */
export function action(number: number, change: { key?: string; backfill?: boolean } = {}): Publication {
  return {
    type: 'bill.action',
    key: change.key ?? bill.ocd_id,
    sequence: number,
    backfill: change.backfill ?? false,
    body: {
      id: bill.id,
      ocd_id: bill.ocd_id,
      bill,
      action: {
        id: `action-${number}`,
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
