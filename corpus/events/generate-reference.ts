import { mintOcdId, nameMatchKey, organizationKey } from '../../ingest/identity/identity-keys.ts'
import { DAY_MS } from '../../runtime/durations.ts'
import { Random } from '../draw/random.ts'
import { numbersOf } from '../draw/sampler.ts'
import { LAST_AT, type Plan, type PlannedSession } from '../plan/plan.ts'
import { committeeId, type Member, rosterOf } from '../plan/roster.ts'
import type { CorpusProfile } from '../profile/profile.ts'
import { dayOf } from './bill-parts.ts'
import { type Emit, type EmitEntityEvent, entityEmitter, type ScheduledEntity } from './emit.ts'
import { schedulePerson } from './generate-person.ts'

const COMMITTEES = 0xc0
const AMBIGUOUS = 0.05

/** Jurisdictions, sessions, people, committees, organizations and names, by the time at which each begins. */
export function scheduleReference(plan: Plan, corpus: CorpusProfile, emit: Emit): ScheduledEntity[] {
  const firstAt = plan.sessions[0]!.starts_at - 30 * DAY_MS
  const rosters = plan.places.map((_, index) => rosterOf(plan, index))
  const emitOwn = entityEmitter(emit)
  return [
    ...schedulePlaces(plan, firstAt, emitOwn),
    ...plan.sessions.map((session) => scheduleSession(session, emitOwn)),
    ...Array.from({ length: plan.people }, (_, index) =>
      schedulePerson(plan, corpus, rosters, index, firstAt, emitOwn),
    ),
    ...scheduleCommittees(plan, corpus, rosters, firstAt, emitOwn),
    ...scheduleNameMatches(plan, rosters, emitOwn),
  ].sort((a, b) => a.at - b.at)
}

function schedulePlaces(plan: Plan, at: number, emitOwn: EmitEntityEvent): ScheduledEntity[] {
  return plan.places.map(({ jurisdiction }, index) => ({
    at,
    emit() {
      const { division_id, jurisdiction_id, abbreviation, name, classification, chambers } = jurisdiction
      const body = { division_id, jurisdiction_id, abbreviation, name, classification, url: null, chambers }
      emitOwn(
        at,
        'jurisdiction.observed',
        1,
        index + 1,
        division_id,
        `"jurisdiction":${JSON.stringify(body)}`,
      )
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
        const ocdId = mintOcdId('organization', organizationKey(division_id, chamber, title))
        const id = plan.first_id.organizations + 3 * index + position
        emitOwn(at, 'organization.observed', 1, id, ocdId, `"organization":${JSON.stringify(organization)}`)
      }
    },
  }))
}

function scheduleSession(session: PlannedSession, emitOwn: EmitEntityEvent): ScheduledEntity {
  const { id, ocd_id, identifier, place, is_special, is_newest, starts_at, ends_at } = session
  return {
    at: starts_at,
    emit() {
      const observed = {
        jurisdiction: place.jurisdiction.division_id,
        identifier,
        name: `${identifier} ${is_special ? 'Special' : 'Regular'} Session`,
        classification: is_special ? 'special' : 'primary',
        start_date: dayOf(starts_at),
        end_date: dayOf(ends_at),
        active: is_newest,
      }
      emitOwn(starts_at, 'session.observed', 1, id, ocd_id, `"session":${JSON.stringify(observed)}`)
      if (!is_newest) emitOwn(ends_at, 'session.closed', 2, id, ocd_id, `"closed_on":"${dayOf(ends_at)}"`)
    },
  }
}

function scheduleCommittees(
  plan: Plan,
  corpus: CorpusProfile,
  rosters: readonly (readonly Member[])[],
  at: number,
  emitOwn: EmitEntityEvent,
): ScheduledEntity[] {
  const members = numbersOf(corpus.committee_members)
  const count = plan.first_id.organizations - plan.first_id.committees
  return Array.from({ length: count }, (_, index) => ({
    at,
    emit() {
      const placeIndex = index % plan.places.length
      const random = new Random(plan.seed, index, COMMITTEES)
      const roster = rosters[placeIndex]!
      const start = random.below(roster.length)
      const first = roster[start]!
      const committee = {
        jurisdiction: plan.places[placeIndex]!.jurisdiction.division_id,
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
      emitOwn(
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
function scheduleNameMatches(
  plan: Plan,
  rosters: readonly (readonly Member[])[],
  emitOwn: EmitEntityEvent,
): ScheduledEntity[] {
  const { sessions, places } = plan
  const beginnings: ScheduledEntity[] = []
  for (let index = 0; index < plan.name_matches; index++) {
    const session = sessions[index % sessions.length]!
    const seat = Math.floor(index / sessions.length)
    const member = rosters[session.place_index]![seat]
    if (member === undefined) continue
    const at = Math.min(session.starts_at + (20 + (seat % 60)) * DAY_MS, LAST_AT)
    const personIndex = session.place_index + seat * places.length
    beginnings.push({
      at,
      emit() {
        const { division_id } = session.place.jurisdiction
        const { printed, chamber, ocd_id: personOcdId } = member
        const isKnown = personIndex < plan.people
        const isAmbiguous = new Random(plan.seed, index, AMBIGUOUS * 1_000).chance(AMBIGUOUS)
        const person =
          isKnown && !isAmbiguous
            ? `{"id":${plan.first_id.people + personIndex},"ocd_id":"${personOcdId}"}`
            : 'null'
        const candidates = isAmbiguous ? 2 : isKnown ? 1 : 0
        const key = nameMatchKey(division_id, session.identifier, chamber, printed)
        emitOwn(
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
