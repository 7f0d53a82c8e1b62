import { DAY_MS } from '../../runtime/durations.ts'
import { Random } from '../draw/random.ts'
import { numbersOf } from '../draw/sampler.ts'
import { LAST_AT, type Plan } from '../plan/plan.ts'
import type { Member } from '../plan/roster.ts'
import type { CorpusProfile } from '../profile/profile.ts'
import { vocabulary } from '../profile/words.ts'
import type { EmitEntityEvent, ScheduledEntity } from './emit.ts'

const PEOPLE = 0x9e0
const OBSERVED_AGAIN = 0.2
const MERGED = 0.002

const samplersOf = (corpus: CorpusProfile) => ({
  roles: numbersOf(corpus.person.roles),
  offices: numbersOf(corpus.person.offices),
  links: numbersOf(corpus.person.links),
  other_names: numbersOf(corpus.person.other_names),
})
let cached: { readonly corpus: CorpusProfile; readonly samplers: ReturnType<typeof samplersOf> } | undefined

/** The people of a place are its members, seat by seat, and then those who sat there before. */
export function schedulePerson(
  plan: Plan,
  corpus: CorpusProfile,
  rosters: readonly (readonly Member[])[],
  index: number,
  firstAt: number,
  emit: EmitEntityEvent,
): ScheduledEntity {
  if (cached?.corpus !== corpus) cached = { corpus, samplers: samplersOf(corpus) }
  const { samplers } = cached
  const placeIndex = index % plan.places.length
  const roster = rosters[placeIndex]!
  const seat = Math.floor(index / plan.places.length)
  const member = roster[seat]
  const at =
    member === undefined
      ? firstAt + Math.floor((index / plan.people) * (LAST_AT - DAY_MS - firstAt))
      : firstAt
  return {
    at,
    emit() {
      const random = new Random(plan.seed, index, PEOPLE)
      const ocdId = member?.ocd_id ?? `ocd-person/${random.uuid()}`
      const given = member?.given ?? random.pick(vocabulary.given)
      const family = member?.family ?? random.pick(vocabulary.family)
      const { jurisdiction } = plan.places[placeIndex]!
      const chamber = member?.chamber ?? jurisdiction.chambers[0]!.chamber
      const district = member?.district ?? String(1 + random.below(90))
      const type = chamber === 'upper' ? 'sldu' : 'sldl'
      const role = (term: number) => ({
        type: chamber,
        jurisdiction: jurisdiction.division_id,
        chamber,
        district,
        division_id: `${jurisdiction.division_id}/${type}:${district}`,
        title: null,
        start_date: `${2023 - 2 * term}-01-10`,
        end_date: term === 0 && member !== undefined ? null : `${2025 - 2 * term}-01-10`,
        end_reason: null,
      })
      const person = {
        name: `${given} ${family}`,
        given_name: given,
        family_name: family,
        middle_name: null,
        suffix: null,
        gender: null,
        email: `member${index}@legislature.example`,
        biography: null,
        birth_date: null,
        death_date: null,
        image: `https://legislature.example/members/${index}.jpg`,
        party: [
          { name: random.chance(0.5) ? 'First Party' : 'Second Party', start_date: null, end_date: null },
        ],
        roles: list(Math.max(1, samplers.roles(random)), role),
        offices: list(samplers.offices(random), (nth) => ({
          classification: nth === 0 ? 'capitol' : 'district',
          name: null,
          address: `${100 + random.below(900)} Main Street, Suite ${nth + 1}`,
          voice: `555-${1000 + random.below(9000)}`,
          fax: null,
        })),
        links: list(samplers.links(random), (nth) => ({
          url: `https://legislature.example/members/${index}/${nth}`,
          note: '',
        })),
        other_names: list(samplers.other_names(random), (nth) => ({
          name: `${given.slice(0, nth + 1)} ${family}`,
          start_date: null,
          end_date: null,
        })),
        other_identifiers: [{ scheme: 'member', identifier: String(index) }],
        sources: [{ url: `https://legislature.example/members/${index}`, note: '' }],
        extras: {},
      }
      const id = plan.first_id.people + index
      emit(at, 'person.observed', 1, id, ocdId, `"person":${JSON.stringify(person)}`)
      let sequence = 1
      const againAt = at + Math.floor(random.next() * (LAST_AT - at))
      if (random.chance(OBSERVED_AGAIN)) {
        const now = { ...person, email: `office${index}@legislature.example` }
        emit(againAt, 'person.observed', ++sequence, id, ocdId, `"person":${JSON.stringify(now)}`)
      }
      const before = rosters[placeIndex]![0]!
      if (member === undefined && random.chance(MERGED)) {
        const into = `"into":{"id":${plan.first_id.people + placeIndex},"ocd_id":"${before.ocd_id}"}`
        emit(Math.max(at, againAt) + 1, 'person.merged', ++sequence, id, ocdId, into)
      }
    },
  }
}

function list<T>(count: number, item: (nth: number) => T): T[] {
  return Array.from({ length: Math.min(count, 12) }, (_, nth) => item(nth))
}
