import { stageOf } from './version-stage.ts'

/** A version as a bill lists it. */
export type ListedVersion = {
  readonly id: string
  /** As printed, such as `Engrossed in House` or `Substitute 5`. */
  readonly note: string
  /** A day, or a time that begins with its day. */
  readonly date: string | null
  /** Its place in the list of the bill. */
  readonly position: number
}

/**
 * Puts the versions of a bill in the order in which they were made: by day, and on the same day by stage, by how often they
 * were engrossed again, by the number in their note, and by their place in the list. A version without a day comes after the last version of its stage or of an
 * earlier one.
 */
export function orderVersions<V extends ListedVersion>(versions: readonly V[]): V[] {
  const notes = versions.map((version) => version.note)
  const ranked = versions.map((version) => ({
    version,
    day: version.date?.slice(0, 10) ?? null,
    stage: stageOf(version.note, notes),
    reprints: reprintsIn(version.note),
    number: numberIn(version.note),
  }))
  type Ranked = (typeof ranked)[number]
  const byStage = (a: Ranked, b: Ranked) =>
    a.stage - b.stage ||
    a.reprints - b.reprints ||
    a.number - b.number ||
    a.version.position - b.version.position
  const ordered = ranked
    .filter(({ day }) => day !== null)
    .sort((a, b) => compareDays(a.day!, b.day!) || byStage(a, b))
  for (const undated of ranked.filter(({ day }) => day === null).sort(byStage)) {
    ordered.splice(ordered.findLastIndex((other) => byStage(other, undated) <= 0) + 1, 0, undated)
  }
  return ordered.map(({ version }) => version)
}

/** The version that each version follows, by id. Only versions of the list count: leave out those without a text. */
export function versionsBefore<V extends ListedVersion>(versions: readonly V[]): Map<string, V> {
  const ordered = orderVersions(versions)
  return new Map(ordered.slice(1).map((version, place) => [version.id, ordered[place]!]))
}

const compareDays = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** 2 for `Re-Reengrossed`, 1 for `Reengrossed`, 0 for `Engrossed`. */
const reprintsIn = (note: string): number =>
  /\b((?:re-?)*)(?:engross|enroll)/iu.exec(note)?.[1]?.match(/re/giu)?.length ?? 0

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth']

/** The number of an amendment, a substitute or a print: 0 if the note has none. */
function numberIn(note: string): number {
  const number = /(?:^|[^\d])(\d{1,3})(?:st|nd|rd|th)?(?!\d)/u.exec(note)?.[1]
  if (number !== undefined) return Number(number)
  const words = note.toLowerCase().split(/\W+/u)
  return ordinals.findIndex((ordinal) => words.includes(ordinal)) + 1
}
