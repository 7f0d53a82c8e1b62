import { expect, it } from 'vitest'
import { dividedLines } from '../../../../ingest/text-extraction/lines/joined-lines.ts'

/** Words without any mark, so that a line is longer than an author writes one. */
const filler = 'The board may meet in any county of the State and may hear anyone who asks. '
  .repeat(80)
  .trim()

it('a text that another program has joined gets the lines of its sections, articles and items back', () => {
  const joined = [
    'HOUSE OF REPRESENTATIVES H.B. NO. 1 A BILL FOR AN ACT relating to wells. BE IT ENACTED BY THE LEGISLATURE:',
    `SECTION 1.  ${filler}`,
    '"Chapter § -1. Title. ARTICLE I PURPOSE A. Wells are tested. 1. By the owner; 2. Or by the board.',
    'SECTION 2. The owner shall: (1) Test the well; and (2) Report the test as section 3 of this Act says.',
    'SECTION 3. This Act shall take effect on July 1, 2027. INTRODUCED BY: ____ Report Title: Wells',
  ].join(' ')
  expect(dividedLines([joined])).toEqual([
    'HOUSE OF REPRESENTATIVES H.B. NO. 1',
    'A BILL FOR AN ACT relating to wells.',
    'BE IT ENACTED BY THE LEGISLATURE:',
    `SECTION 1. ${filler} "Chapter`,
    '§ -1. Title.',
    'ARTICLE I PURPOSE A. Wells are tested.',
    '1. By the owner;',
    '2. Or by the board.',
    'SECTION 2. The owner shall:',
    '(1) Test the well; and',
    '(2) Report the test as section 3 of this Act says.',
    'SECTION 3. This Act shall take effect on July 1, 2027.',
    'INTRODUCED BY: ____',
    'Report Title: Wells',
  ])
})

it('words that were glued at the ends of lines get their lines and a space after their number', () => {
  const joined = `LONG TITLEGeneral Description:This bill amends a title.Be it enacted by the Legislature:Section 1. Section 4-2 is amended to read:(1)"Well" means:(a)a hole; or(b)a spring. ${filler}`
  expect(dividedLines([joined])).toEqual([
    'LONG TITLE',
    'General Description:This bill amends a title.',
    'Be it enacted by the Legislature:',
    'Section 1. Section 4-2 is amended to read:',
    '(1) "Well" means:',
    '(a) a hole; or',
    `(b) a spring. ${filler}`,
  ])
})

it('other lines stay as they are, however they look', () => {
  const lines = ['See: (1) the act. SECTION 2. It ends.', 'Be it enacted by the Legislature: Section 1. A.']
  expect(dividedLines(lines)).toEqual(lines)
})
