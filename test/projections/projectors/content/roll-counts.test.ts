import { describe, expect, it } from 'vitest'
import { countsMatch, rollCounts } from '../../../../projections/projectors/content/roll-counts.ts'
import { member } from '../../../legislature/event-bodies.ts'

describe('the counts of a roll', () => {
  const roll = rollCounts([member('A', 'no'), member('B', 'yes'), member('C', 'yes'), member('D', 'proxy')])

  it('are in the order of the vocabulary, with unknown options last', () => {
    expect(roll).toEqual([
      { option: 'yes', value: 2 },
      { option: 'no', value: 1 },
      { option: 'proxy', value: 1 },
    ])
  })

  it('match reported totals that omit zeros or include them', () => {
    const reported = [...roll, { option: 'absent', value: 0 }]
    expect(countsMatch({ counts: reported }, roll)).toBe(true)
  })

  it('do not match if an option is missing or differs', () => {
    expect(countsMatch({ counts: roll.slice(1) }, roll)).toBe(false)
    expect(countsMatch({ counts: [{ option: 'yes', value: 2 }, ...roll] }, roll)).toBe(false)
  })

  it('do not match if a member has two options', () => {
    const extras = { voters_under_two_options: [{ voter_name: 'A', options: ['no', 'yes'] }] }
    expect(countsMatch({ counts: roll, extras }, roll)).toBe(false)
  })

  it('are not compared if totals or names are missing', () => {
    expect(countsMatch({ counts: [] }, roll)).toBeNull()
    expect(countsMatch({ counts: roll }, [])).toBeNull()
  })
})
