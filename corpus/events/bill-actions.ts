import { DAY_MS, MINUTE_MS } from '../../runtime/durations.ts'
import type { Random } from '../draw/random.ts'
import type { BillHead } from '../plan/bill-head.ts'
import { LAST_AT } from '../plan/plan.ts'
import type { Samplers } from '../profile/samplers.ts'
import { dayOf, listOf } from './bill-parts.ts'

export type PlannedAction = {
  readonly id: string
  readonly at: number
  /** Statuses that the bill reaches by this action. */
  readonly reached: readonly string[]
  readonly json: string
}

const MAX_DAYS_BETWEEN = 240
const byExecutive = new Set(['enacted', 'vetoed'])

/** The actions of a bill and the statuses that they cause. If there is no action, the statuses come at once. */
export function planActions(
  samplers: Samplers,
  random: Random,
  head: BillHead,
  count: number,
): { actions: PlannedAction[]; without_action: readonly string[] } {
  const way = samplers.wayOf(count)(random).split(',')
  if (count === 0) return { actions: [], without_action: way }
  const times = timesOf(samplers, random, head.introduced_at, count)
  const reachedBy: string[][] = times.map(() => [])
  for (const [step, status] of way.entries()) reachedBy[Math.floor((step * count) / way.length)]!.push(status)
  const actions = times.map((at, index) => {
    const id = random.uuid()
    const reached = reachedBy[index]!
    return { id, at, reached, json: actionOf(samplers, random, head, id, at, reached) }
  })
  return { actions, without_action: [] }
}

export function actionOf(
  samplers: Samplers,
  random: Random,
  head: BillHead,
  id: string,
  at: number,
  reached: readonly string[],
): string {
  const { words } = samplers
  const drawn = reached.length === 0 ? undefined : samplers.classesReaching(reached[0]!)
  const classes = (drawn ?? samplers.classes)(random)
  const { chamber, organization } = actorOf(samplers, random, head, reached)
  const related = listOf(
    samplers.related_entities(random),
    () => `{"name":"${words.sentence(random, 2)}","entity_type":"organization"}`,
  )
  const description = words.sentence(random, Math.max(1, Math.min(samplers.action_words(random), 120)))
  const classification = classes === '' ? '' : `"${classes.replaceAll(',', '","')}"`
  return `{"id":"${id}","date":"${dayOf(at)}","chamber":${quoted(chamber)},"organization":${quoted(organization)},"description":"${description}.","classification":[${classification}],"related_entities":${related}}`
}

function actorOf(
  samplers: Samplers,
  random: Random,
  { chamber, session }: BillHead,
  reached: readonly string[],
): { chamber: string | null; organization: string | null } {
  if (reached.some((status) => byExecutive.has(status))) return { chamber: null, organization: 'executive' }
  const actor = samplers.actor(random)
  if (actor === 'nobody') return { chamber: null, organization: null }
  if (actor === 'organization') return { chamber: null, organization: 'executive' }
  if (actor === 'origin' || session.place.jurisdiction.chambers.length === 1)
    return { chamber, organization: null }
  return { chamber: chamber === 'upper' ? 'lower' : 'upper', organization: null }
}

const quoted = (text: string | null): string => (text === null ? 'null' : `"${text}"`)

/** Spaces the dates like real ones. Dates that would be in the future are moved closer. */
function timesOf(samplers: Samplers, random: Random, from: number, count: number): number[] {
  const times: number[] = []
  let at = from + MINUTE_MS
  for (let index = 0; index < count; index++) {
    if (index > 0) at += Math.min(samplers.days_since_last(random), MAX_DAYS_BETWEEN) * DAY_MS
    at += 1_000 + random.below(600_000)
    times.push(at)
  }
  const room = LAST_AT - DAY_MS - from
  const needed = at - from
  return needed <= room ? times : times.map((time) => from + Math.floor(((time - from) * room) / needed))
}
