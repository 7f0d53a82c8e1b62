import { expect, it } from 'vitest'
import { actsOfGrid, membersOfGrid } from '../../../derive/scores/printed-marks.ts'
import { scoreMembers } from '../../../derive/scores/scored-members.ts'
import { scorecards } from '../../../ingest/sources/scorecards/index.ts'
import { realData } from '../../support/harness/real-data.ts'
import { readSourceText } from '../../support/source-records/read-source.ts'

const grid = realData('scorecards/progressive-mass')

it.skipIf(grid === undefined)(
  'every printed score of Progressive Massachusetts is computed from its grid',
  async () => {
    const read = await readSourceText(scorecards, grid!)
    const outcomes = { scores: { equal: 0, all: 0 }, points: { equal: 0, all: 0 }, unscored: 0 }
    for (const { parts } of read.of('scorecard')) {
      const { items, members, policies, printed_unit } = parts.scorecard!
      const scored = scoreMembers(policies!, actsOfGrid(items, members), membersOfGrid(items, members))
      for (const { who, score, points, reason } of scored.members) {
        if (who.printed === null) {
          // Members who were in office for no vote of the session: the organization prints nothing, and no zero.
          expect(reason).toBe('nothing_counted')
          outcomes.unscored += 1
          continue
        }
        const kind = printed_unit === 'percent' ? 'scores' : 'points'
        outcomes[kind].all += 1
        if (String(kind === 'scores' ? score : points) === who.printed) outcomes[kind].equal += 1
      }
    }
    // 978 printed scores of members with an id, four of them printed twice, and 14 of members without one.
    expect(outcomes).toEqual({
      scores: { equal: 988, all: 988 },
      points: { equal: 991, all: 991 },
      unscored: 19,
    })
  },
)
