import { expect, it } from 'vitest'
import { withRetainedFields } from '../../../ingest/decide/retained-fields.ts'

it('a required field that a record leaves out keeps its earlier value', () => {
  const before = { core: { title: 'The Lantern Act', chamber: 'lower' }, actions: [] }
  expect(withRetainedFields({ core: { title: '', chamber: null } }, before)).toEqual({
    core: { title: 'The Lantern Act', chamber: null },
  })
  expect(withRetainedFields({ core: { title: 'Another' } }, before)).toEqual({ core: { title: 'Another' } })
  expect(withRetainedFields({ core: { title: '' } }, {})).toEqual({ core: { title: '' } })
  expect(withRetainedFields({ actions: [1] }, before)).toEqual({ actions: [1] })
})
