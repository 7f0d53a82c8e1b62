import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { createValidation } from '../../../api/input/validation.ts'
import { Id } from '../../../schemas/http/fields.ts'

const compile = createValidation()
const schema = Type.Object({ id: Type.Optional(Id), is: Type.Optional(Type.Boolean()) })
const inQuery = compile({ schema, method: 'GET', url: '/', httpPart: 'querystring' })
const inPath = compile({ schema, method: 'GET', url: '/', httpPart: 'params' })
const inBody = compile({ schema, method: 'POST', url: '/', httpPart: 'body' })

describe('the schema of a whole number', () => {
  it('accepts the same numbers in path, query and body', () => {
    for (const validate of [inQuery, inPath]) {
      const values = { id: '12', is: 'true' }
      expect(validate(values)).toBe(true)
      expect(values).toEqual({ id: 12, is: true })
    }
    expect(inBody({ id: 12, is: true })).toBe(true)
  })

  it.each([
    '1e309',
    '1e3',
    '0x10',
    ' 1',
    '+1',
    '1.5',
    '1.0',
    '',
    '-1',
    '0',
    '9007199254740993',
    'NaN',
    'Infinity',
  ])('refuses %s in a path or query', (id) => {
    expect(inQuery({ id })).toBe(false)
    expect(inPath({ id })).toBe(false)
  })

  it.each([Number.POSITIVE_INFINITY, 1.5, '1', true, null, [1], 0, 2 ** 53])('refuses %s in a body', (id) => {
    expect(inBody({ id })).toBe(false)
  })
})

it('a boolean parameter accepts only true and false', () => {
  for (const is of ['1', 'yes', 'TRUE', '']) expect(inQuery({ is }), is).toBe(false)
  for (const is of [1, 'true', null]) expect(inBody({ is })).toBe(false)
})
