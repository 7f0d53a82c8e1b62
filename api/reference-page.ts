/** The OpenAPI document as one HTML page: no script, nothing from another host, every word escaped. */

type Schema = { description?: string; type?: string; enum?: unknown[] }
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema?: Schema }
type Content = Record<string, { schema?: object }>
type Operation = {
  summary?: string
  operationId?: string
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: { content?: Content }
  responses?: Record<string, { description?: string; content?: Content }>
}
export type ApiDocument = {
  info: { title: string; description?: string }
  paths?: Record<string, Record<string, Operation>>
}

export const PAGE_STYLE = `
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1f24;background:#fff}
h1{margin-bottom:0}h2{margin-top:3rem;border-bottom:1px solid #d0d7de}h3{margin:2rem 0 .25rem;font:600 1rem ui-monospace,monospace}
h3 b{color:#0a58ca}table{border-collapse:collapse;width:100%}td{padding:.2rem .75rem .2rem 0;vertical-align:top;border-top:1px solid #eaeef2}
td:first-child{font-family:ui-monospace,monospace;white-space:nowrap}pre{background:#f6f8fa;padding:.75rem;overflow:auto;font-size:.8rem}
summary{cursor:pointer;color:#57606a}nav a{margin-right:1rem}
@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}pre{background:#161b22}td,h2{border-color:#30363d}h3 b{color:#6cb6ff}a{color:#6cb6ff}}`

export function referencePage(document: ApiDocument): string {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const groups = Map.groupBy(operations, ({ operation }) => operation.tags?.[0] ?? 'Other')
  const index = [...groups.keys()].map((tag) => `<a href="#${escaped(tag)}">${escaped(tag)}</a>`).join('')
  const sections = [...groups].map(
    ([tag, listed]) =>
      `<section id="${escaped(tag)}"><h2>${escaped(tag)}</h2>${listed.map(article).join('')}</section>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${escaped(document.info.title)}</title>
<style>${PAGE_STYLE}</style></head><body><h1>${escaped(document.info.title)}</h1>
<p>${escaped(document.info.description ?? '')} Send <code>Authorization: Bearer &lt;token&gt;</code>.
The same as data: <a href="/v1/openapi.json">/v1/openapi.json</a>.</p><nav>${index}</nav>${sections.join('')}</body></html>`
}

function article({
  path,
  method,
  operation,
}: {
  path: string
  method: string
  operation: Operation
}): string {
  const parameters = (operation.parameters ?? []).map(
    (parameter) => `<tr><td>${escaped(parameter.name)}</td><td>${escaped(describe(parameter))}</td></tr>`,
  )
  const bodies = Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) =>
    details(`Body, ${type}`, schema),
  )
  const responses = Object.entries(operation.responses ?? {}).map(([status, { description, content }]) =>
    details(`${status} ${description ?? ''}`, Object.values(content ?? {})[0]?.schema),
  )
  return `<article id="${escaped(operation.operationId ?? '')}"><h3><b>${method.toUpperCase()}</b> ${escaped(path)}</h3>
<p>${escaped(operation.summary ?? '')}</p><table>${parameters.join('')}</table>${bodies.join('')}${responses.join('')}</article>`
}

function describe({ description, schema, required, ...parameter }: Parameter): string {
  const words = schema?.enum === undefined ? '' : `One of: ${schema.enum.join(', ')}.`
  const place = parameter.in === 'path' ? 'In the path.' : required === true ? 'Required.' : ''
  return [description ?? schema?.description ?? '', words, place].filter((part) => part !== '').join(' ')
}

const details = (title: string, schema: object | undefined): string =>
  schema === undefined
    ? `<p>${escaped(title)}</p>`
    : `<details><summary>${escaped(title)}</summary><pre>${escaped(JSON.stringify(schema, undefined, 2))}</pre></details>`

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
