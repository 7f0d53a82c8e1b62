import { expect, it } from 'vitest'
import { describeOutdatedLine } from '../../../cli/openapi/outdated-line.ts'

const committed = '{\n  "paths": {},\n  "tags": []\n}\n'

it('an OpenAPI document that the code still makes is not outdated', () => {
  expect(describeOutdatedLine(committed, committed)).toBeUndefined()
})

it.each([
  [
    'changed',
    '{\n  "paths": { "/v1/bills": {} },\n  "tags": []\n}\n',
    2,
    '`"paths": {},`',
    '`"paths": { "/v1/bills": {} },`',
  ],
  ['added', '{\n  "paths": {},\n  "tags": []\n}\n{', 5, '``', '`{`'],
  ['removed', '{\n  "paths": {},\n  "tags": []', 4, '`}`', 'its end'],
])(
  'an outdated OpenAPI document is described by its first line that was %s',
  (_, made, line, before, after) => {
    expect(describeOutdatedLine(committed, made)).toBe(
      `line ${line} is ${before}, but the code makes ${after}`,
    )
  },
)
