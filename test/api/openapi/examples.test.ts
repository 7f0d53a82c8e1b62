import { describe, expect, it } from 'vitest'
import { exampleOf, ownerOf, singular, withExamples } from '../../../api/openapi/examples.ts'

const place = { owner: 'bill', name: '' }

describe('the example of a schema', () => {
  it('uses the examples that its parts declare, then the usual values for their names', () => {
    const schema = {
      type: 'object',
      required: ['id', 'identifier', 'status', 'kind', 'at', 'closed_on', 'actions'],
      properties: {
        id: { type: 'integer', minimum: 1 },
        identifier: { type: 'string' },
        status: { enum: ['prefiled', 'in_committee'] },
        kind: { type: 'string', const: 'bill' },
        at: { type: 'string', examples: ['2026-02-03T17:20:01.123456Z'] },
        closed_on: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        actions: { type: 'array', items: { $ref: '#/components/schemas/Action' } },
        optional: { type: 'string' },
      },
    }
    const schemas = {
      Action: { type: 'object', required: ['date'], properties: { date: { type: 'string' } } },
    }
    expect(exampleOf(schema, place, schemas)).toEqual({
      id: 1042,
      identifier: 'HB 5',
      status: 'in_committee',
      kind: 'bill',
      at: '2026-02-03T17:20:01.123456Z',
      closed_on: null,
      actions: [{ date: '2026-01-13' }],
    })
  })

  it('never contains a value that the pattern of its schema refuses', () => {
    const schema = { type: 'string', pattern: '^ocd-bill/' }
    expect(exampleOf(schema, { owner: 'action', name: 'id' }, {})).toMatch(/^ocd-bill\//)
  })

  it('has a name that fits the entity it belongs to', () => {
    const name = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
    expect(exampleOf(name, { owner: 'person', name: '' }, {})).toEqual({ name: 'Maria Alder' })
    expect(exampleOf(name, { owner: 'committee', name: '' }, {})).toEqual({ name: 'Education' })
  })
})

it('every property of a schema gets an example that fits its name', () => {
  const properties = { yes: { type: 'integer' }, title: { type: 'string' }, open: { type: 'boolean' } }
  expect(withExamples({ type: 'object', properties }, place).properties).toEqual({
    yes: { type: 'integer', examples: [12] },
    title: { type: 'string', examples: ['Concerning school meals'] },
    open: { type: 'boolean', examples: [false] },
  })
})

it('the entity of an example comes from the name of its schema', () => {
  expect(['BillActionItem', 'LegislatorPage', 'CreateTokenAnswer', 'WebhookDelivery'].map(ownerOf)).toEqual([
    'action',
    'legislator',
    'token',
    'webhook_delivery',
  ])
  expect(['actions', 'deliveries', 'branches', 'address'].map(singular)).toEqual([
    'action',
    'delivery',
    'branch',
    'address',
  ])
})
