import { escapeHtml } from '../../runtime/http/escape-html.ts'
import type { Schema } from '../openapi/types.ts'
import { inline, json, table } from './html.ts'

const nameOf = (ref: string): string => ref.split('/').at(-1) ?? ''

/** Describes a type in a few words, with links to named schemas. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const name = escapeHtml(nameOf(schema.$ref))
    return `<a href="#schema-${name}">${name}</a>`
  }
  if (schema.const !== undefined) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`
  if (schema.enum !== undefined)
    return schema.enum.map((word) => `<code>${escapeHtml(String(word))}</code>`).join(' ')
  const variants = schema.anyOf ?? schema.oneOf
  if (variants !== undefined) return variants.map(typeOf).join(' or ')
  if (schema.type === 'array')
    return `list of ${schema.items === undefined ? 'anything' : typeOf(schema.items)}`
  return escapeHtml([schema.type ?? 'anything'].flat().join(' or '))
}

/** Lists the properties of a schema. Nested properties follow with a longer name. */
export function propertiesOf(schema: Schema, before = ''): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const optional = schema.required?.includes(name) ? '' : ' <i>optional</i>'
    const description = [sentence(property.description), exampleOf(property)].filter((part) => part !== '')
    const row = [
      `<code>${escapeHtml(before + name)}</code>${optional}`,
      typeOf(property),
      description.map(inline).join(' '),
    ]
    return [row, ...partsOf(property, `${before}${name}`)]
  })
}

function partsOf(property: Schema, name: string): string[][] {
  const shapes = [property, ...(property.anyOf ?? []), ...(property.oneOf ?? [])]
  return shapes.flatMap((shape) => {
    if (shape.type === 'array' && shape.items !== undefined) return partsOf(shape.items, `${name}[]`)
    return shape.properties === undefined ? [] : propertiesOf(shape, `${name}.`)
  })
}

/** Adds a full stop, because more text follows. */
export const sentence = (text = ''): string => (text === '' || /[.!?:]$/.test(text) ? text : `${text}.`)

const exampleOf = ({ examples, const: fixed }: Schema): string =>
  examples?.[0] === undefined || fixed !== undefined ? '' : `Example: \`${String(examples[0])}\``

export function schemaSection(name: string, schema: Schema): string {
  const rows = propertiesOf(schema)
  const content = rows.length > 0 ? table(['property', 'type', 'meaning'], rows) : json(schema)
  const description = schema.description === undefined ? '' : `<p>${inline(schema.description)}</p>`
  return `<article id="schema-${escapeHtml(name)}"><h3>${escapeHtml(name)}</h3>${description}${content}</article>`
}
