import { actsOfGrid, hasGrid, membersOfGrid } from '../../../derive/scores/printed-marks.ts'
import { type Counted, readMarks } from '../../../derive/scores/roll-marks.ts'
import {
  type ActPoints,
  type MemberScore,
  type Scored,
  scoreMembers,
} from '../../../derive/scores/scored-members.ts'
import type { ScorecardMember } from '../../../schemas/event-bodies/scorecard.ts'
import { scorecardName } from '../../../schemas/values/scorecard-name.ts'
import type { UnscoredReason } from '../../../schemas/vocabulary/scorecards.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'
import { readPersonLookup } from '../people/printed-names.ts'
import type { Definition } from './definition.ts'
import { type RecordedScorecard, readRecorded } from './recorded-items.ts'
import { readSeated, type SeatedRow } from './recorded-rows.ts'

export type ScoredLegislator = {
  readonly id: number
  readonly ocd_id: string
  readonly name: string
  readonly party: string | null
  readonly chamber: string | null
  readonly district: string | null
}

export type ShownScore = {
  readonly id: string
  readonly updated_at: string
  readonly legislator: ScoredLegislator | null
  readonly name: string
  readonly chamber: string | null
  readonly points: number | null
  readonly possible: number | null
  readonly score: number | null
  readonly printed: string | null
  readonly rank: number | null
  readonly reason: UnscoredReason | null
  readonly sessions: readonly {
    readonly session: string | null
    readonly points: number
    readonly possible: number
    readonly score: number | null
  }[]
  readonly items: readonly {
    readonly item_id: string
    readonly vote: { readonly id: number; readonly ocd_id: string } | null
    readonly mark: string
    readonly points: number
    readonly possible: number
  }[]
}

export type Scores = { readonly points_of_weight: number; readonly scores: readonly ShownScore[] }

/** The scores of a scorecard, by the rules of docs/scorecards.md, in the order in which members were found. */
export async function readScores(model: ReadModel, definition: Definition): Promise<Scores> {
  if (definition.policies === null || definition.method === 'published')
    return printedScores(model, definition)
  return hasGrid(definition.members) ? gridScores(model, definition) : recordedScores(model, definition)
}

/** The organization printed scores and nothing to compute them from. */
async function printedScores(model: ReadModel, definition: Definition): Promise<Scores> {
  const legislatorOf = await readLegislators(model, definition)
  const scores = definition.members.map(
    (member, index): ShownScore => ({
      ...shownMember(member, index, legislatorOf),
      updated_at: definition.updated_at,
      points: null,
      possible: null,
      score: null,
      rank: null,
      reason: 'published',
      sessions: [],
      items: [],
    }),
  )
  return { points_of_weight: 1, scores }
}

/** The organization printed what each member did. */
async function gridScores(model: ReadModel, definition: Definition): Promise<Scores> {
  const { items, members, policies } = definition
  const legislatorOf = await readLegislators(model, definition)
  const scored = scoreMembers(policies!, actsOfGrid(items, members), membersOfGrid(items, members))
  const scores = scored.members.map(
    (one, index): ShownScore => ({
      ...shownMember(one.who, index, legislatorOf),
      updated_at: definition.updated_at,
      ...shownResult(one, () => null),
    }),
  )
  return { points_of_weight: scored.points_of_weight, scores }
}

type LegislatorOf = (member: ScorecardMember) => ScoredLegislator | null

/** Members are matched under the last session of the scorecard, as ingest stored their names. */
async function readLegislators(
  model: ReadModel,
  { jurisdiction, sessions, members }: Definition,
): Promise<LegislatorOf> {
  const where = { jurisdiction, session: sessions.at(-1) ?? '' }
  const personOf = await readPersonLookup(model, where, members.map(scorecardName))
  return (member) => personOf(scorecardName(member), member.chamber) ?? null
}

function shownMember(member: ScorecardMember, index: number, legislatorOf: LegislatorOf) {
  return {
    id: `member/${index + 1}`,
    legislator: legislatorOf(member),
    name: member.name,
    chamber: member.chamber,
    printed: member.printed,
  }
}

function shownResult<Who>(
  { points, possible, score, rank, reason, sessions, acts }: MemberScore<Who>,
  voteOf: (act: ActPoints['act']) => { readonly id: number; readonly ocd_id: string } | null,
) {
  return {
    points,
    possible,
    score,
    rank,
    reason,
    sessions,
    items: acts.map(({ act, mark, points: own, possible: most }) => ({
      item_id: act.item_id,
      vote: voteOf(act),
      mark,
      points: own,
      possible: most,
    })),
  }
}

/** The roll calls and sponsorships of the log decide. */
async function recordedScores(model: ReadModel, definition: Definition): Promise<Scores> {
  const [found, people] = await Promise.all([
    readRecorded(model, definition),
    readSeated(model, definition.jurisdiction),
  ])
  const policies = definition.policies!
  const { acts, members } = readMarks(found.recorded, {
    jurisdiction: definition.jurisdiction,
    people,
    vote_choice: policies.vote_choice,
  })
  const scored = scoreMembers(policies, acts, members)
  return shownScores(definition, scored, { found, people })
}

function shownScores(
  definition: Definition,
  scored: Scored<Counted>,
  { found, people }: { readonly found: RecordedScorecard; readonly people: readonly SeatedRow[] },
): Scores {
  const byId = new Map(people.map((person) => [person.id, person]))
  const printed = new Map(definition.members.map((member) => [member.name, member.printed]))
  const scores = scored.members.flatMap((one): ShownScore[] => {
    const { person_id, name, chamber } = one.who
    const person = person_id === null ? undefined : byId.get(person_id)
    // Somebody who was matched and has left the read model since then has no name to show.
    if (person_id !== null && person === undefined) return []
    const times = one.acts.map(({ act }) => found.changed_at.get(act.key) ?? '')
    return [
      {
        id: person_id === null ? `name/${chamber}/${name}` : `person/${person_id}`,
        updated_at: latest([definition.updated_at, person?.updated_at ?? '', ...times]),
        legislator: person === undefined ? null : shownPerson(person),
        name: name ?? person!.name,
        chamber,
        printed: printed.get(name ?? person!.name) ?? null,
        ...shownResult(one, ({ key }) => found.rolls.get(key) ?? null),
      },
    ]
  })
  return { points_of_weight: scored.points_of_weight, scores }
}

const shownPerson = ({ id, ocd_id, name, party, chamber, district }: SeatedRow): ScoredLegislator => ({
  id,
  ocd_id,
  name,
  party,
  chamber,
  district,
})

const latest = (times: readonly string[]): string => times.toSorted().at(-1)!
