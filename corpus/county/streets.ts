import type { Grid } from './grid.ts'

/** A street along a line of corners: `row` from west to east, `column` from south to north. */
export type Street = {
  readonly direction: 'row' | 'column'
  /** The row or column of corners. */
  readonly at: number
  readonly name: string
  readonly suffix: string
  /** A second name of the same road, as highways have. */
  readonly also: string | null
  /** Numbers with the block before a hyphen, as in Queens: `34-12`. */
  readonly is_hyphenated: boolean
}

const TREES =
  'Oak Elm Maple Cedar Birch Walnut Aspen Willow Juniper Laurel Magnolia Hickory Chestnut Sycamore Cypress Spruce Alder Hazel Linden Poplar'.split(
    ' ',
  )
const ENDINGS = ['', 'wood', ' Grove', 'hurst', ' Park', 'field']

/** Numbered streets run from west to east, named avenues from south to north. */
export function streetsOf({ blocks_x, blocks_y }: Grid): readonly Street[] {
  const rows = Array.from({ length: blocks_y + 1 }, (_, at): Street => {
    const isRoad = at % 17 === 9
    return {
      direction: 'row',
      at,
      name: isRoad ? `State Hwy ${at}` : ordinal(at + 1),
      suffix: isRoad ? '' : 'St',
      also: isRoad ? `Hwy ${at}` : null,
      is_hyphenated: at % 11 === 7,
    }
  })
  const columns = Array.from({ length: blocks_x + 1 }, (_, at): Street => {
    const name = `${TREES[at % TREES.length]}${ENDINGS[Math.floor(at / TREES.length) % ENDINGS.length]}`
    return { direction: 'column', at, name, suffix: 'Ave', also: null, is_hyphenated: false }
  })
  return [...rows, ...columns]
}

function ordinal(number: number): string {
  const ending =
    number % 100 >= 11 && number % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')
  return `${number}${ending}`
}
