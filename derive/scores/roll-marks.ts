import type { ScorecardItem, ScorecardPolicies } from '../../schemas/event-bodies/scorecard.ts'
import type { ScorecardMark } from '../../schemas/vocabulary/scorecards.ts'
import type { CountedRoll } from './counted-rolls.ts'
import type { ScoredAct, ScoredMember } from './scored-members.ts'
import { type Seat, seatedBetween, seatingOn } from './seats.ts'

export type CountedVote = {
  readonly option: string
  readonly option_text: string | null
  readonly voter_name: string
  /** null: the name is matched with nobody. */
  readonly person_id: number | null
}
export type RollWithVotes = CountedRoll & { readonly votes: readonly CountedVote[] }

export type SponsoredBill = {
  readonly ocd_id: string
  readonly session: string
  readonly chamber: string | null
  /** Its first and its last day: who was seated between them could sponsor it. */
  readonly days: readonly [from: string | null, until: string | null]
  readonly sponsors: readonly {
    readonly name: string
    readonly chamber: string | null
    readonly is_primary: boolean
    readonly person_id: number | null
  }[]
}

export type SeatedPerson = { readonly id: number; readonly seats: readonly Seat[] }

/** A person, or a printed name that nobody is known for. */
export type Counted =
  | { readonly person_id: number; readonly name: null; readonly chamber: string | null }
  | { readonly person_id: null; readonly name: string; readonly chamber: string | null }

export type RecordedItem = {
  readonly item: ScorecardItem
  /** Those that count, after the choice of the scorecard. */
  readonly rolls: readonly RollWithVotes[]
  readonly bill: SponsoredBill | null
}

export type Recorded = {
  readonly acts: readonly ScoredAct[]
  readonly members: readonly ScoredMember<Counted>[]
}

/** The acts and the marks that roll calls and sponsorships show. A person is one member, in whichever chambers. */
export function readMarks(
  recorded: readonly RecordedItem[],
  {
    jurisdiction,
    people,
    vote_choice,
  }: {
    readonly jurisdiction: string
    readonly people: readonly SeatedPerson[]
    readonly vote_choice: ScorecardPolicies['vote_choice']
  },
): Recorded {
  const board = new Board()
  const acts: ScoredAct[] = []
  for (const { item, rolls, bill } of recorded) {
    if (item.kind === 'vote') {
      for (const roll of rolls) {
        const act = actOfRoll(item, roll, vote_choice === 'average' ? sameChamber(rolls, roll) : 1)
        acts.push(act)
        markRoll(board, act.key, { item, roll, jurisdiction, people })
      }
    } else if (item.kind !== 'other' && bill !== null) {
      const act = { ...ownAct(item), session: bill.session, majority: null }
      acts.push(act)
      markSponsors(board, act.key, { item, bill, jurisdiction, people })
    }
  }
  return { acts, members: board.members() }
}

const ownAct = (item: ScorecardItem) => ({ key: item.id, item_id: item.id, weight: item.weight, share_of: 1 })

const sameChamber = (rolls: readonly CountedRoll[], { chamber }: CountedRoll): number =>
  rolls.filter((roll) => roll.chamber === chamber).length

function actOfRoll(item: ScorecardItem, roll: RollWithVotes, shareOf: number): ScoredAct {
  const count = (option: string) => roll.votes.filter((vote) => vote.option === option).length
  const [yes, no] = [count('yes'), count('no')]
  const winner = yes > no ? 'yes' : 'no'
  return {
    ...ownAct(item),
    key: `${item.id}/${roll.id}`,
    share_of: shareOf,
    session: roll.session,
    majority: yes === no ? null : winner === item.position ? 'for' : 'against',
  }
}

type Marking<T> = T & {
  readonly item: ScorecardItem
  readonly jurisdiction: string
  readonly people: readonly SeatedPerson[]
}

function markRoll(
  board: Board,
  key: string,
  { item, roll, jurisdiction, people }: Marking<{ readonly roll: RollWithVotes }>,
): void {
  const chamber = roll.chamber!
  const seats = new Map(people.map((person) => [person.id, person.seats]))
  for (const vote of roll.votes) {
    const mark = markOf(vote, item.position)
    if (vote.person_id === null) {
      board.mark({ person_id: null, name: vote.voter_name, chamber }, key, mark)
      continue
    }
    // A member of the other chamber, or one who had left, may still be listed.
    const own = seats.get(vote.person_id)
    const seating = own === undefined ? 'unknown' : seatingOn(own, { jurisdiction, chamber }, roll.day)
    const person = { person_id: vote.person_id, name: null, chamber }
    board.mark(person, key, seating === 'not_seated' ? 'out_of_office' : mark)
  }
  // A name that is matched with nobody may be anybody who is not listed.
  if (roll.votes.some(({ person_id }) => person_id === null)) return
  const listed = new Set(roll.votes.map(({ person_id }) => person_id))
  for (const { id, seats: own } of people) {
    if (listed.has(id) || seatingOn(own, { jurisdiction, chamber }, roll.day) !== 'seated') continue
    board.mark({ person_id: id, name: null, chamber }, key, 'blank')
  }
}

function markOf({ option, option_text }: CountedVote, position: string): ScorecardMark {
  switch (option) {
    case 'yes':
    case 'no':
      return option === position ? 'for' : 'against'
    case 'absent':
    case 'excused':
    case 'abstain':
    case 'paired':
      return option
    case 'not voting':
      return 'not_voting'
    default:
      return /\bpresent\b/iu.test(option_text ?? '') ? 'present' : 'not_voting'
  }
}

/** Only those who did what was asked, or the contrary, are marked if the position is `no`: nobody earns points by silence. */
function markSponsors(
  board: Board,
  key: string,
  { item, bill, jurisdiction, people }: Marking<{ readonly bill: SponsoredBill }>,
): void {
  const sponsors = bill.sponsors.filter(({ is_primary }) => item.kind === 'cosponsorship' || is_primary)
  for (const { name, person_id, chamber } of sponsors) {
    const of = chamber ?? bill.chamber
    const who: Counted =
      person_id === null ? { person_id, name, chamber: of } : { person_id, name: null, chamber: of }
    board.mark(who, key, item.position === 'yes' ? 'for' : 'against')
  }
  if (item.position === 'no' || sponsors.some(({ person_id }) => person_id === null)) return
  const listed = new Set(sponsors.map(({ person_id }) => person_id))
  const chamber = item.chamber ?? bill.chamber
  for (const { id, seats } of people) {
    if (listed.has(id) || seatedBetween(seats, { jurisdiction, chamber }, bill.days) !== 'seated') continue
    board.mark({ person_id: id, name: null, chamber }, key, 'not_sponsored')
  }
}

/** Marks by member, in the order in which members are first marked. */
class Board {
  readonly #marks = new Map<string, { who: Counted; marks: Map<string, ScorecardMark> }>()

  /** If a roll call lists one person twice, differently, nothing is known. */
  mark(who: Counted, act: string, mark: ScorecardMark): void {
    const place = who.person_id === null ? `${who.chamber} ${who.name}` : String(who.person_id)
    const own = this.#marks.get(place) ?? { who, marks: new Map<string, ScorecardMark>() }
    const before = own.marks.get(act)
    own.marks.set(act, before === undefined || before === mark ? mark : 'blank')
    // Somebody who changed chambers is listed in the last one.
    this.#marks.set(place, { who: mark === 'out_of_office' ? own.who : who, marks: own.marks })
  }

  members(): ScoredMember<Counted>[] {
    return [...this.#marks.values()].map(({ who, marks }) => ({ who, ranked_with: who.chamber ?? '', marks }))
  }
}
