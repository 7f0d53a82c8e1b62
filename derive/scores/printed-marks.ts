import type { ScorecardItem, ScorecardMember } from '../../schemas/event-bodies/scorecard.ts'
import type { ScorecardMark } from '../../schemas/vocabulary/scorecards.ts'
import type { ScoredAct, ScoredMember } from './scored-members.ts'

/** The acts of a grid: one for each item. The majority is counted among the printed marks. */
export function actsOfGrid(
  items: readonly ScorecardItem[],
  members: readonly Pick<ScorecardMember, 'marks'>[],
): ScoredAct[] {
  return items.map((item, index) => {
    const marks = members.map((member) => member.marks?.[index])
    const agreed = marks.filter((mark) => mark === 'for').length
    const disagreed = marks.filter((mark) => mark === 'against').length
    return {
      key: item.id,
      item_id: item.id,
      weight: item.weight,
      share_of: 1,
      session: item.session,
      majority: agreed === disagreed ? null : agreed > disagreed ? 'for' : 'against',
    }
  })
}

/** A member whose marks are not printed has none. */
export function marksOfGrid(
  items: readonly ScorecardItem[],
  { marks }: Pick<ScorecardMember, 'marks'>,
): ReadonlyMap<string, ScorecardMark> {
  if (marks === null) return new Map()
  return new Map(items.map(({ id }, index) => [id, marks[index] as ScorecardMark]))
}

export const hasGrid = (members: readonly Pick<ScorecardMember, 'marks'>[]): boolean =>
  members.some(({ marks }) => marks !== null)

/** The members of a grid, each with the marks as printed. */
export function membersOfGrid<Member extends ScorecardMember>(
  items: readonly ScorecardItem[],
  members: readonly Member[],
): ScoredMember<Member>[] {
  return members.map((member) => ({
    who: member,
    ranked_with: member.chamber ?? '',
    marks: marksOfGrid(items, member),
  }))
}
