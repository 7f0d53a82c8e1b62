import type { RouteFacts } from './failures.ts'
import type { Operation, Parameter } from './types.ts'

/** Sentences that follow from the shape of an operation, added after the description of its route. */
export function descriptionOf(operation: Operation, facts: RouteFacts): string {
  const names = new Set((operation.parameters ?? []).map(({ name }) => name))
  const paragraphs = [
    operation.description,
    names.has('updated_since')
      ? `With \`updated_since\`, items come in the order of their changes, oldest first${names.has('include') ? '; `include=deleted` adds removed items' : ''}. The X-Sync-Through of the last page is the \`updated_since\` of the next walk.`
      : undefined,
    names.has('cursor')
      ? 'A page has `limit` items; `next_cursor` leads to the next page and is null on the last one.'
      : undefined,
    facts.method === 'get' && names.has('id') && facts.scope === 'read'
      ? 'A merged entity answers 301 with `replaced_by`; a removed one answers 404 with `deleted: true`.'
      : undefined,
    facts.open ? 'Needs no token.' : `Needs a token with the scope \`${facts.scope}\`.`,
  ]
  return paragraphs.filter((paragraph) => paragraph !== undefined).join('\n\n')
}

/** Descriptions of parameters that mean the same everywhere. */
const usual: Readonly<Record<string, string>> = {
  id: 'id or ocd_id',
  key: 'The idempotency key of the delivery',
  bill_id: 'The integer id of a bill',
  cursor: 'The `next_cursor` of the previous page; the other parameters must be the same',
  status: 'Only items with this status',
  chamber: 'Only items of this chamber',
  classification: 'Only items of this kind',
  kind: 'Only items of this kind',
  event: 'Only deliveries of this event type',
  endpoint_id: 'Only deliveries to this endpoint',
  replay_id: 'The id of a replay',
  comment_state: 'The state of comments on the day of the request',
}

export function described(parameter: Parameter): Parameter {
  const description = parameter.description ?? usual[parameter.name]
  return description === undefined ? parameter : { ...parameter, description }
}
