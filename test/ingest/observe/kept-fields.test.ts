import { expect, it } from 'vitest'
import { withKeptFields } from '../../../ingest/observe/kept-fields.ts'

it('what each entity has and a record has forgotten stays as the record said it before', () => {
  const before = { core: { title: 'The Lantern Act', chamber: 'lower' }, actions: [] }
  expect(withKeptFields({ core: { title: '', chamber: null } }, before)).toEqual({
    core: { title: 'The Lantern Act', chamber: null },
  })
  expect(withKeptFields({ core: { title: 'Another' } }, before)).toEqual({ core: { title: 'Another' } })
  expect(withKeptFields({ core: { title: '' } }, {})).toEqual({ core: { title: '' } })
  expect(withKeptFields({ actions: [1] }, before)).toEqual({ actions: [1] })
})
