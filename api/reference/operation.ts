import { escapeHtml } from '../../runtime/http/escape-html.ts'
import type { Answer, ApiDocument, Content, Operation, Parameter } from '../openapi/types.ts'
import { inline, json, prose, table } from './html.ts'
import { propertiesOf, sentence, typeOf } from './schema.ts'

export type Listed = { readonly method: string; readonly path: string; readonly operation: Operation }

export const anchorOf = ({ operation }: Listed): string => escapeHtml(operation.operationId ?? '')

/** Describes one operation: its parameters, its answers and examples. */
export function operationArticle(listed: Listed, document: ApiDocument): string {
  const { method, path, operation } = listed
  const parameters = (operation.parameters ?? []).map(parameterRow)
  const answers = Object.entries(operation.responses ?? {}).map(([status, given]) => {
    const answer = resolved(given, document)
    return [
      `<code>${escapeHtml(status)}</code>`,
      `${inline(answer.description ?? '')} ${bodyName(answer.content)}`,
    ]
  })
  const example = Object.entries(operation.responses ?? {})
    .filter(([status]) => status.startsWith('2'))
    .map(([, answer]) => exampleBlock('Answer', answer.content))
  const body = operation.requestBody?.content
  return `<article id="${anchorOf(listed)}"><h3><b class="${escapeHtml(method)}">${escapeHtml(method.toUpperCase())}</b> ${escapeHtml(path)}</h3>
<p class="lead">${inline(operation.summary ?? '')}</p>${prose(operation.description ?? '')}
${table(['parameter', 'type', 'meaning'], parameters)}${body === undefined ? '' : bodyTable(body)}
${table(['status', 'answer'], answers)}${exampleBlock('Body', body)}${example.join('')}</article>`
}

const resolved = (answer: Answer, document: ApiDocument): Answer =>
  answer.$ref === undefined
    ? answer
    : (document.components?.responses?.[answer.$ref.split('/').at(-1)!] ?? answer)

function parameterRow({ name, in: place, required, description, schema, example }: Parameter): string[] {
  const where =
    place === 'path' ? 'in the path' : place === 'header' ? 'header' : required === true ? 'required' : ''
  const shown = example === undefined ? '' : `Example: \`${String(example)}\``
  return [
    `<code>${escapeHtml(name)}</code>${where === '' ? '' : ` <i>${where}</i>`}`,
    typeOf(schema ?? {}),
    inline([sentence(description ?? schema?.description), shown].filter((part) => part !== '').join(' ')),
  ]
}

const schemaIn = (content: Content | undefined) => Object.values(content ?? {})[0]?.schema

function bodyName(content: Content | undefined): string {
  const schema = schemaIn(content)
  return schema?.$ref === undefined && schema?.anyOf === undefined ? '' : typeOf(schema)
}

function bodyTable(content: Content): string {
  const schema = schemaIn(content)
  if (schema === undefined) return ''
  if (schema.$ref !== undefined) return `<p>Body: ${typeOf(schema)}</p>`
  return table(['member of the body', 'type', 'meaning'], propertiesOf(schema))
}

function exampleBlock(title: string, content: Content | undefined): string {
  const example = Object.values(content ?? {})[0]?.example
  return example === undefined
    ? ''
    : `<details><summary>${title}, an example</summary>${json(example)}</details>`
}
