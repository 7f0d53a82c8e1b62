import { type CountedRoll, chooseRolls } from '../../../derive/scores/counted-rolls.ts'
import type { RecordedItem, RollWithVotes, SponsoredBill } from '../../../derive/scores/roll-marks.ts'
import { identifierKey } from '../../../projections/projectors/content/bill-content.ts'
import type { ScorecardItem } from '../../../schemas/event-bodies/scorecard.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'
import { type PersonLookup, readPersonLookup } from '../people/printed-names.ts'
import type { Definition } from './definition.ts'
import {
  type BillRow,
  type FoundRoll,
  readBills,
  readRolls,
  readSponsors,
  readVotes,
} from './recorded-rows.ts'

export type RecordedScorecard = {
  readonly recorded: readonly RecordedItem[]
  /** When the roll calls and bills last changed, by the key of the act. */
  readonly changed_at: ReadonlyMap<string, string>
  /** The roll call of each act. */
  readonly rolls: ReadonlyMap<string, Pick<CountedRoll, 'id' | 'ocd_id'>>
}

/** Reads what the items of a scorecard mean: their roll calls with the votes, and their bills with the sponsors. */
export async function readRecorded(model: ReadModel, definition: Definition): Promise<RecordedScorecard> {
  const { items, jurisdiction, policies } = definition
  const bills = await readBills(model, jurisdiction, items.flatMap(wantedBill))
  const votes = items.filter(({ kind }) => kind === 'vote')
  const rolls = await readRolls(model, {
    jurisdiction,
    bill_ids: votes.flatMap((item) => billOf(item, bills)?.id ?? []),
    vote_ocd_ids: votes.flatMap(({ vote_ocd_id }) => vote_ocd_id ?? []),
    sessions: votes.flatMap((item) => (isNumberAlone(item) && item.session !== null ? [item.session] : [])),
  })
  const chosen = new Map(
    votes.map((item) => [
      item.id,
      chooseRolls(
        item,
        policies ?? { vote_choice: 'latest' },
        rolls.filter((roll) => isOf(roll, item, bills)),
      ) as FoundRoll[],
    ]),
  )
  const counted = [...chosen.values()].flat()
  const sponsored = items.flatMap((item) => (isSponsorship(item) ? (billOf(item, bills) ?? []) : []))
  const [listed, sponsors] = await Promise.all([
    readVotes(
      model,
      counted.map(({ id }) => id),
    ),
    readSponsors(
      model,
      sponsored.map(({ id }) => id),
    ),
  ])
  const personOf = await readPersons(model, jurisdiction, [
    ...counted.map(({ id, session }) => ({
      session,
      names: (listed.get(id) ?? []).map(({ voter_name }) => voter_name),
    })),
    ...sponsored.map(({ id, session }) => ({
      session,
      names: (sponsors.get(id) ?? []).map(({ name }) => name),
    })),
  ])
  const withVotes = (roll: FoundRoll): RollWithVotes => ({
    ...roll,
    votes: (listed.get(roll.id) ?? []).map((vote) => ({
      ...vote,
      person_id: personOf(roll.session)(vote.voter_name, roll.chamber)?.id ?? null,
    })),
  })
  const withSponsors = (bill: BillRow): SponsoredBill => ({
    ocd_id: bill.ocd_id,
    session: bill.session,
    chamber: bill.chamber,
    days: [bill.introduced_on, bill.latest_action_on],
    sponsors: (sponsors.get(bill.id) ?? []).map(({ name, chamber, primary }) => ({
      name,
      chamber,
      is_primary: primary,
      person_id: personOf(bill.session)(name, chamber ?? bill.chamber)?.id ?? null,
    })),
  })
  return {
    recorded: items.map((item) => {
      const bill = isSponsorship(item) ? billOf(item, bills) : undefined
      return {
        item,
        rolls: (chosen.get(item.id) ?? []).map(withVotes),
        bill: bill === undefined ? null : withSponsors(bill),
      }
    }),
    changed_at: new Map([
      ...[...chosen].flatMap(([id, own]) =>
        own.map((roll) => [`${id}/${roll.id}`, roll.updated_at] as const),
      ),
      ...items.flatMap((item) => {
        const bill = isSponsorship(item) ? billOf(item, bills) : undefined
        return bill === undefined ? [] : [[item.id, bill.updated_at] as const]
      }),
    ]),
    rolls: new Map(
      [...chosen].flatMap(([id, own]) =>
        own.map((roll) => [`${id}/${roll.id}`, { id: roll.id, ocd_id: roll.ocd_id }] as const),
      ),
    ),
  }
}

const isSponsorship = ({ kind }: ScorecardItem): boolean => kind === 'sponsorship' || kind === 'cosponsorship'

/** A number names a roll call of a chamber only if no bill is named. */
const isNumberAlone = ({ vote_ocd_id, bill_ocd_id, bill_identifier, roll_call }: ScorecardItem): boolean =>
  vote_ocd_id === null && bill_ocd_id === null && bill_identifier === null && roll_call !== null

type WantedBill = {
  readonly item: string
  readonly ocd_id: string | null
  readonly session: string | null
  readonly key: string | null
}

function wantedBill({ id, bill_ocd_id, bill_identifier, session }: ScorecardItem): WantedBill[] {
  if (bill_ocd_id !== null) return [{ item: id, ocd_id: bill_ocd_id, session: null, key: null }]
  if (bill_identifier === null || session === null) return []
  return [{ item: id, ocd_id: null, session, key: identifierKey(bill_identifier) }]
}

const billOf = ({ id }: ScorecardItem, bills: ReadonlyMap<string, BillRow>): BillRow | undefined =>
  bills.get(id)

function isOf(roll: FoundRoll, item: ScorecardItem, bills: ReadonlyMap<string, BillRow>): boolean {
  if (item.vote_ocd_id !== null) return roll.ocd_id === item.vote_ocd_id
  if (isNumberAlone(item)) return roll.session === item.session
  return roll.bill_id !== null && roll.bill_id === billOf(item, bills)?.id
}

type NamesOfSession = { readonly session: string; readonly names: readonly string[] }

async function readPersons(
  model: ReadModel,
  jurisdiction: string,
  wanted: readonly NamesOfSession[],
): Promise<(session: string) => PersonLookup> {
  const bySession = Map.groupBy(wanted, ({ session }) => session)
  const lookups = await Promise.all(
    [...bySession].map(async ([session, own]) => {
      const lookup = await readPersonLookup(
        model,
        { jurisdiction, session },
        own.flatMap(({ names }) => names),
      )
      return [session, lookup] as const
    }),
  )
  const found = new Map(lookups)
  return (session) => found.get(session) ?? (() => undefined)
}
