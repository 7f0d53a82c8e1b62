import { expect, it } from 'vitest'
import { withNamedSchemas } from '../../../api/openapi/named-schemas.ts'
import type { ApiDocument, Operation, Schema } from '../../../api/openapi/types.ts'

const thing = (extra: Record<string, Schema> = {}): Schema => ({
  type: 'object',
  properties: { id: { type: 'integer' }, ...extra },
})
const page = (item: Schema): Schema => ({
  type: 'object',
  properties: { data: { type: 'array', items: { anyOf: [item, { type: 'null' }] } } },
})
const answering = (operationId: string, schema: Schema): Operation => ({
  operationId,
  responses: { 200: { description: 'Found', content: { 'application/json': { schema } } } },
})
const document = (...operations: Operation[]): ApiDocument => ({
  openapi: '3.1.0',
  info: { title: 'test', version: '1' },
  paths: Object.fromEntries(operations.map((operation, index) => [`/${index}`, { get: operation }])),
})
const answered = ({ paths }: ApiDocument, index: number) =>
  paths?.[`/${index}`]?.get?.responses?.['200']?.content?.['application/json']?.schema

it('a schema appears once, under the name of the entity that its operation returns or lists', () => {
  const named = withNamedSchemas(
    document(
      answering('listBills', page(thing())),
      answering('getBill', thing({ title: { type: 'string' } })),
    ),
  )
  expect(answered(named, 0)).toEqual({ $ref: '#/components/schemas/BillPage' })
  expect(answered(named, 1)).toEqual({ $ref: '#/components/schemas/Bill' })
  expect(Object.keys(named.components!.schemas!)).toEqual([
    'Tombstone',
    'Problem',
    'Reasons',
    'Bill',
    'BillItem',
    'BillPage',
  ])
})

it('a schema that has its own operation keeps its name in the lists of other operations', () => {
  const named = withNamedSchemas(
    document(answering('listBillVotes', page(thing())), answering('getVote', thing())),
  )
  expect(named.components!.schemas!.BillVotePage!.properties!.data!.items!.anyOf![0]).toEqual({
    $ref: '#/components/schemas/Vote',
  })
})

it('two different schemas that would get the same name are both kept', () => {
  const named = withNamedSchemas(
    document(answering('getBill', thing()), answering('listBill', thing({ other: { type: 'string' } }))),
  )
  expect(answered(named, 1)).toMatchObject({ properties: { other: { type: 'string' } } })
})
