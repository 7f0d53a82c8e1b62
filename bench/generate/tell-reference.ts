import { mintOcdId, nameMatchKey, organizationKey } from '../../ingest/identity/identity-keys.ts'
import type { EventType } from '../../schemas/catalog.ts'
import type { Corpus } from './corpus.ts'
import { DAY_MS, LAST_AT, type Plan, type PlannedSession } from './plan.ts'
import { Random } from './random.ts'
import { committeeId, type Member, rosterOf } from './roster.ts'
import { numbersOf } from './sampler.ts'
import type { Tell } from './tell-bill.ts'
import { tellPerson } from './tell-person.ts'

/** What is told of one entity, and the time of the first of it. */
export type Beginning = { readonly at: number; readonly tell: () => void }

const COMMITTEES = 0xc0
const AMBIGUOUS = 0.05

/** Jurisdictions, sessions, people, committees, organisations and names, by the time at which each begins. */
export function referenceBeginnings(plan: Plan, corpus: Corpus, tell: Tell): Beginning[] {
  const first_at = plan.sessions[0]!.starts_at - 30 * DAY_MS
  const rosters = plan.places.map((_, index) => rosterOf(plan, index))
  const say = sayer(tell)
  return [
    ...placeBeginnings(plan, first_at, say),
    ...plan.sessions.map((session) => sessionBeginning(session, say)),
    ...Array.from({ length: plan.people }, (_, index) =>
      tellPerson(plan, corpus, rosters, index, first_at, say),
    ),
    ...committeeBeginnings(plan, corpus, rosters, first_at, say),
    ...matchBeginnings(plan, rosters, say),
  ].sort((a, b) => a.at - b.at)
}

/** An event under the entity's own key. */
export type Say = (
  at: number,
  type: EventType,
  sequence: number,
  id: number,
  ocd_id: string,
  part: string,
) => void

export function sayer(tell: Tell): Say {
  return (at, type, sequence, id, ocd_id, part) =>
    tell({
      at,
      type,
      sequence,
      id,
      subject: ocd_id,
      key: ocd_id,
      body: `{"id":${id},"ocd_id":"${ocd_id}",${part}}`,
    })
}

function placeBeginnings(plan: Plan, at: number, say: Say): Beginning[] {
  return plan.places.map(({ jurisdiction }, index) => ({
    at,
    tell() {
      const { division_id, jurisdiction_id, abbreviation, name, classification, chambers } = jurisdiction
      const body = { division_id, jurisdiction_id, abbreviation, name, classification, url: null, chambers }
      say(at, 'jurisdiction.observed', 1, index + 1, division_id, `"jurisdiction":${JSON.stringify(body)}`)
      for (const [position, chamber] of ['legislature', 'upper', 'lower'].entries()) {
        const title = position === 0 ? `${name} Legislature` : `${name} ${chamber} chamber`
        const organization = {
          jurisdiction: division_id,
          name: title,
          classification: chamber,
          parent_name: position === 0 ? null : `${name} Legislature`,
          links: [],
          sources: [],
        }
        const ocd_id = mintOcdId('organization', organizationKey(division_id, chamber, title))
        const id = plan.first_id.organizations + 3 * index + position
        say(at, 'organization.observed', 1, id, ocd_id, `"organization":${JSON.stringify(organization)}`)
      }
    },
  }))
}

function sessionBeginning(session: PlannedSession, say: Say): Beginning {
  const { id, ocd_id, identifier, place, is_special, is_newest, starts_at, ends_at } = session
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  return {
    at: starts_at,
    tell() {
      const observed = {
        jurisdiction: place.jurisdiction.division_id,
        identifier,
        name: `${identifier} ${is_special ? 'Special' : 'Regular'} Session`,
        classification: is_special ? 'special' : 'primary',
        start_date: day(starts_at),
        end_date: day(ends_at),
        active: is_newest,
      }
      say(starts_at, 'session.observed', 1, id, ocd_id, `"session":${JSON.stringify(observed)}`)
      if (!is_newest) say(ends_at, 'session.closed', 2, id, ocd_id, `"closed_on":"${day(ends_at)}"`)
    },
  }
}

function committeeBeginnings(
  plan: Plan,
  corpus: Corpus,
  rosters: readonly (readonly Member[])[],
  at: number,
  say: Say,
): Beginning[] {
  const members = numbersOf(corpus.committee_members)
  const count = plan.first_id.organizations - plan.first_id.committees
  return Array.from({ length: count }, (_, index) => ({
    at,
    tell() {
      const place_index = index % plan.places.length
      const random = new Random(plan.seed, index, COMMITTEES)
      const roster = rosters[place_index]!
      const start = random.below(roster.length)
      const first = roster[start]!
      const committee = {
        jurisdiction: plan.places[place_index]!.jurisdiction.division_id,
        chamber: first.chamber,
        name: `Committee ${index + 1}`,
        classification: 'committee',
        parent_ocd_id: null,
        memberships: Array.from({ length: Math.min(members(random), roster.length) }, (_, seat) => {
          const { given, family, ocd_id } = roster[(start + seat) % roster.length]!
          return {
            person_name: `${given} ${family}`,
            role: seat === 0 ? 'chair' : 'member',
            person_ocd_id: ocd_id,
            start_date: null,
            end_date: null,
          }
        }),
        links: [],
        other_names: [],
        sources: [],
      }
      const id = plan.first_id.committees + index
      say(
        at,
        'committee.observed',
        1,
        id,
        committeeId(plan, index),
        `"committee":${JSON.stringify(committee)}`,
      )
    },
  }))
}

/** Each name once in a session: session by session, then the next seat. */
function matchBeginnings(plan: Plan, rosters: readonly (readonly Member[])[], say: Say): Beginning[] {
  const { sessions, places } = plan
  const beginnings: Beginning[] = []
  for (let index = 0; index < plan.name_matches; index++) {
    const session = sessions[index % sessions.length]!
    const seat = Math.floor(index / sessions.length)
    const member = rosters[session.place_index]![seat]
    if (member === undefined) continue
    const at = Math.min(session.starts_at + (20 + (seat % 60)) * DAY_MS, LAST_AT)
    const person_index = session.place_index + seat * places.length
    beginnings.push({
      at,
      tell() {
        const { division_id } = session.place.jurisdiction
        const { printed, chamber, ocd_id: person_ocd_id } = member
        const is_known = person_index < plan.people
        const is_ambiguous = new Random(plan.seed, index, AMBIGUOUS * 1_000).chance(AMBIGUOUS)
        const person =
          is_known && !is_ambiguous
            ? `{"id":${plan.first_id.people + person_index},"ocd_id":"${person_ocd_id}"}`
            : 'null'
        const candidates = is_ambiguous ? 2 : is_known ? 1 : 0
        const key = nameMatchKey(division_id, session.identifier, chamber, printed)
        say(
          at,
          'name.matched',
          1,
          plan.first_id.name_matches + index,
          mintOcdId('name_match', key),
          `"match":{"jurisdiction":"${division_id}","session":"${session.identifier}","chamber":"${chamber}","printed_name":"${printed}","person":${person},"candidates":${candidates}}`,
        )
      },
    })
  }
  return beginnings
}
