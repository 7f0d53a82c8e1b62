import { expect, it } from 'vitest'
import { instantOption } from '../../../cli/arguments/instant-option.ts'

it.each([
  ['2026-03-01T12:00:00Z', '2026-03-01T12:00:00.000000Z'],
  ['2026-03-01T12:00:00.123456+02:00', '2026-03-01T10:00:00.123456Z'],
  ['2026-03-01', '2026-03-01T00:00:00.000000Z'],
])('a time argument %s is read as %s', (text, instant) => {
  expect(instantOption(text)).toBe(instant)
})

it.each(['', '5', 'foo 1', 'March 2026', '2026', '2026-02-30', '0000-01-01', '+012000-01-01T00:00:00Z'])(
  'a time argument is never guessed: %j is refused',
  (text) => {
    expect(() => instantOption(text)).toThrow('2026-02-01T12:00:00Z')
  },
)
