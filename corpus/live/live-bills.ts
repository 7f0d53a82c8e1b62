import type { PoolClient } from 'pg'
import type { Emission } from '../../ingest/emit/emission.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Progress } from '../../schemas/event-bodies/bill.ts'
import type { Random } from '../draw/random.ts'

/** A bill as in a read schema, and its number of events. */
export type LiveBill = {
  readonly id: number
  readonly ocd_id: string
  readonly identifier: string
  readonly jurisdiction: string
  readonly session: string
  readonly chamber: string
  readonly subjects: readonly string[]
  readonly progress: Progress[]
  sequence: number
}

export async function readLiveBills(
  database: Database,
  readSchema: string,
  most: number,
): Promise<LiveBill[]> {
  const { rows } = await database.query<LiveBill>(
    `SELECT b.id, b.ocd_id, b.identifier, b.jurisdiction, b.session, b.chamber, b.subjects,
            coalesce(s.status->'progress', '[]') AS progress, e.sequence
       FROM (SELECT * FROM ${readSchema}.bills WHERE present AND NOT deleted
              ORDER BY hashint8(id) LIMIT $1) b
       JOIN ${readSchema}.entity e ON e.id = b.id
       LEFT JOIN ${readSchema}.bill_statuses s ON s.bill_id = b.id`,
    [most],
  )
  if (rows.length === 0) throw new RangeError(`${readSchema} has no bills for new events`)
  return rows
}

const VOTE_SHARE = 0.1
const STATUS_SHARE = 0.2
const statuses = ['in_committee', 'reported', 'passed_one_chamber', 'passed_both'] as const

/** An action, with or without a new status, or a roll call, in the shares of real bills. */
export async function nextEmission(client: PoolClient, bill: LiveBill, random: Random): Promise<Emission> {
  const today = new Date().toISOString()
  const { id, ocd_id, identifier, jurisdiction, session, subjects } = bill
  const context = { id, ocd_id, identifier, jurisdiction, session, subjects: [...subjects] }
  const common = { bill: context, source: 'bench', observed_at: today, run_id: 'bench-live', backfill: false }
  const day = today.slice(0, 10)
  if (random.chance(VOTE_SHARE)) {
    const { rows } = await client.query<{ id: number }>(`SELECT nextval('ingest.entity_id') AS id`)
    const vote = rollCall(bill, random, day)
    return {
      ...common,
      entity_id: rows[0]!.id,
      ocd_id: `ocd-vote/${random.uuid()}`,
      kafka_key: ocd_id,
      sequence: 0,
      facts: [{ type: 'vote.recorded', part: { vote } }],
    }
  }
  const actionId = random.uuid()
  const action = {
    id: actionId,
    date: day,
    chamber: bill.chamber,
    organization: null,
    description: `Considered on calendar ${random.below(1_000_000)}.`,
    classification: [],
    related_entities: [],
  }
  const facts: Emission['facts'][number][] = [{ type: 'bill.action', part: { action } }]
  if (random.chance(STATUS_SHARE)) {
    const from = bill.progress.at(-1)?.status ?? null
    const to = random.pick(statuses.filter((status) => status !== from))
    const step = { status: to, detail: null, date: day, action_id: actionId }
    // Otherwise the history of a bill that gets events for hours would only grow.
    if (bill.progress.length > 12) bill.progress.splice(4, 4)
    bill.progress.push(step)
    facts.push({
      type: 'bill.status_changed',
      part: { from, to, detail: null, date: day, action_id: actionId, progress: [...bill.progress] },
    })
  }
  const sequence = bill.sequence
  bill.sequence += facts.length
  return { ...common, entity_id: id, ocd_id, kafka_key: ocd_id, sequence, facts }
}

function rollCall({ jurisdiction, session, chamber }: LiveBill, random: Random, day: string) {
  const yes = 20 + random.below(60)
  return {
    jurisdiction,
    session,
    chamber,
    organization: null,
    identifier: String(random.below(1_000_000)),
    motion_text: 'Shall the bill pass?',
    motion_classification: ['passage'],
    start_date: day,
    end_date: null,
    result: 'pass',
    counts: [
      { option: 'yes', value: yes },
      { option: 'no', value: 5 },
    ],
    votes: Array.from({ length: yes + 5 }, (_, seat) => ({
      option: seat < yes ? 'yes' : 'no',
      option_text: null,
      voter_name: `Member ${seat + 1}`,
      district: null,
      note: '',
      source_id: null,
    })),
    sources: [],
    dedupe_key: null,
    bill_action: null,
    extras: {},
  }
}
