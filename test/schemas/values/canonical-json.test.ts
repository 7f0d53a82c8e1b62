import { expect, it } from 'vitest'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'

it('equal content is equal text, in whatever order its members were set', () => {
  const first = { b: 1, a: { d: [{ y: 1, x: 2 }], c: null } }
  const second = { a: { c: null, d: [{ x: 2, y: 1 }] }, b: 1 }
  expect(canonicalJson(first)).toBe('{"a":{"c":null,"d":[{"x":2,"y":1}]},"b":1}')
  expect(canonicalJson(second)).toBe(canonicalJson(first))
})

it.each([1, 2, 31, 32, 33, 100])('%i members are in the order of their code units', (count) => {
  // Numbers that are indexes would come first in every object, so the names begin with a letter.
  const names = Array.from({ length: count }, (_, index) => `${'zé_aZ𝒜'[index % 7]}k${(index * 37) % count}`)
  const value = Object.fromEntries(names.map((name) => [name, null]))
  const expected = [...new Set(names)].sort().map((name) => `${JSON.stringify(name)}:null`)
  expect(canonicalJson(value)).toBe(`{${expected.join(',')}}`)
})

it('arrays keep their order', () => {
  expect(canonicalJson([3, 1, { b: 2, a: [2, 1] }])).toBe('[3,1,{"a":[2,1],"b":2}]')
})
