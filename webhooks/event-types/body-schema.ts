import { type TSchema, Type } from 'typebox'

/** JSON Schema of the whole body of an event. */
export function bodySchema(type: string, data: TSchema): TSchema {
  return Type.Object(
    { id: Type.Integer(), event: Type.Literal(type), data },
    { $schema: 'https://json-schema.org/draft/2020-12/schema', title: type },
  )
}
