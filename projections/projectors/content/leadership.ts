import type { Person, Role } from '../../../schemas/event-bodies/reference.ts'

const LEADS = /\b(?:speaker|president|leader)\b/i
const STANDS_IN = /\b(?:deputy|assistant|asst|vice|emeritus|caucus|policy|conference)\b/i

/** Titles of those who preside or lead a side on the floor; not of their deputies or of caucus leaders. */
const isFloorLeader = (title: string): boolean => LEADS.test(title) && !STANDS_IN.test(title)

const HOUSES: Readonly<Record<string, string>> = { house: 'lower', senate: 'upper' }

/**
 * The leadership position of a member in the chamber of a role at a time, from the role's own title or the source's
 * list of offices.
 */
export function leadershipOf(person: Person, role: Role, time: string): string | null {
  if (role.title !== null && isFloorLeader(role.title)) return role.title.trim()
  const day = time.slice(0, 10)
  const offices = officesOf(person).filter(
    ({ chamber, start, end }) =>
      HOUSES[chamber] === role.chamber && start <= day && (end === null || end >= day),
  )
  return offices.findLast(({ title }) => isFloorLeader(title))?.title ?? null
}

type Office = {
  readonly title: string
  readonly chamber: string
  readonly start: string
  readonly end: string | null
}

function officesOf({ extras: { leadership_roles: listed } }: Person): Office[] {
  if (!Array.isArray(listed)) return []
  return (listed as Readonly<Record<string, unknown>>[]).map(({ title, chamber, start, end }) => ({
    title: String(title ?? ''),
    chamber: String(chamber ?? ''),
    start: String(start ?? ''),
    end: typeof end === 'string' ? end : null,
  }))
}
