import { Reasons, Tombstone } from '../../schemas/http/fields.ts'
import { Problem } from '../../schemas/http/problem.ts'
import { singular } from './examples.ts'
import type { ApiDocument, Content, Operation, PathItem, Schema } from './types.ts'

/**
 * Lists every body once, under a name that follows from its operation: `getBill` answers `Bill`,
 * `listBillActions` a `BillActionPage` of `BillActionItem`. Generated clients call their types so.
 */
export function withNamedSchemas(document: ApiDocument): ApiDocument {
  const named = new Map<string, string>()
  const schemas: Record<string, Schema> = {}

  function refer(schema: Schema, name: string): Schema {
    const key = JSON.stringify(schema)
    const known = named.get(key)
    if (known !== undefined) return { $ref: `#/components/schemas/${known}` }
    if (schemas[name] !== undefined) return schema
    named.set(key, name)
    schemas[name] = schema
    return { $ref: `#/components/schemas/${name}` }
  }

  /** A page. Its items come first, so that an item that other operations answer too has its own name. */
  function referPage(schema: Schema, name: string): Schema {
    const items = schema.properties?.data?.items
    if (items === undefined) return refer(schema, name)
    const variants = items.anyOf?.map((variant, index) =>
      index === 0 && variant.type === 'object' ? refer(variant, `${name}Item`) : referKnown(variant),
    )
    const data = {
      ...schema.properties!.data,
      items: variants === undefined ? refer(items, `${name}Item`) : { ...items, anyOf: variants },
    }
    return refer({ ...schema, properties: { ...schema.properties, data } }, `${name}Page`)
  }

  function referKnown(schema: Schema): Schema {
    const known = named.get(JSON.stringify(schema))
    return known === undefined ? schema : { $ref: `#/components/schemas/${known}` }
  }

  /** An answer with several shapes has a name for each: the page, and the item alone. */
  function referWhole(schema: Schema, name: string): Schema {
    if (schema.$ref !== undefined) return schema
    if (schema.anyOf !== undefined)
      return { ...schema, anyOf: schema.anyOf.map((each) => referWhole(each, name)) }
    return schema.type === 'object' ? referPage(schema, name) : schema
  }

  const namedContent = (content: Content | undefined, name: string): Content | undefined =>
    content &&
    Object.fromEntries(
      Object.entries(content).map(([media, body]) => [
        media,
        body.schema === undefined ? body : { ...body, schema: referWhole(body.schema, name) },
      ]),
    )

  function withNames(operation: Operation): Operation {
    const name = nounOf(operation.operationId ?? '')
    const responses = Object.entries(operation.responses ?? {}).map(([status, answer]) => {
      const content = namedContent(answer.content, name)
      return [status, content === undefined ? answer : { ...answer, content }]
    })
    const body = namedContent(operation.requestBody?.content, bodyNameOf(operation.operationId ?? ''))
    return {
      ...operation,
      responses: Object.fromEntries(responses),
      ...(body === undefined ? {} : { requestBody: { ...operation.requestBody, content: body } }),
    }
  }

  refer(plain(Tombstone), 'Tombstone')
  refer(plain(Problem), 'Problem')
  refer(plain(Reasons), 'Reasons')
  // The operation that answers one item gives the name; lists of the same item refer to it.
  const paths = document.paths ?? {}
  for (const operation of operationsOf(paths))
    if (operation.operationId?.startsWith('get')) withNames(operation)
  const namedPaths = mapOperations(paths, withNames)
  const webhooks = document.webhooks && mapOperations(document.webhooks, withNames)
  const whole = Object.entries(schemas).map(([name, schema]) => [name, withReferences(schema, named, name)])
  return {
    ...document,
    paths: namedPaths,
    ...(webhooks === undefined ? {} : { webhooks }),
    components: { ...document.components, schemas: Object.fromEntries(whole) },
  }
}

/** Replaces named schemas by references to them. */
function withReferences(schema: Schema, named: ReadonlyMap<string, string>, own?: string): Schema {
  const name = schema.type === 'object' ? named.get(JSON.stringify(schema)) : undefined
  if (name !== undefined && name !== own) return { $ref: `#/components/schemas/${name}` }
  const within = (part: Schema) => withReferences(part, named)
  return {
    ...schema,
    ...(schema.properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(schema.properties).map(([key, value]) => [key, within(value)]),
          ),
        }),
    ...(schema.items === undefined ? {} : { items: within(schema.items) }),
    ...(schema.anyOf === undefined ? {} : { anyOf: schema.anyOf.map(within) }),
  }
}

/** Gives the words of an operation id after its verb, in the singular. */
function nounOf(operationId: string): string {
  const [verb = '', ...words] = operationId.split(/(?=[A-Z])/)
  const noun = singular(words.join(''))
  return verb === 'get' || verb === 'list' ? noun : `${capital(verb)}${noun}Answer`
}

/** A webhook body is an event: `onBillAction` sends a `BillActionEvent`. */
const bodyNameOf = (operationId: string): string =>
  /^on[A-Z]/.test(operationId) ? `${operationId.slice(2)}Event` : `${capital(operationId)}Body`

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const plain = (schema: object): Schema => JSON.parse(JSON.stringify(schema)) as Schema
const operationsOf = (paths: Readonly<Record<string, PathItem>>): Operation[] =>
  Object.values(paths).flatMap((item) => Object.values(item))

export function mapOperations(
  paths: Readonly<Record<string, PathItem>>,
  change: (operation: Operation, path: string, method: string) => Operation,
): Record<string, PathItem> {
  return Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [method, change(operation, path, method)]),
      ),
    ]),
  )
}
