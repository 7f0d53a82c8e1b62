import { escapeHtml } from '../../runtime/http/escape-html.ts'
import type { ApiDocument, PathItem } from '../openapi/types.ts'
import { inline, prose } from './html.ts'
import { anchorOf, type Listed, operationArticle } from './operation.ts'
import { schemaSection } from './schema.ts'
import { PAGE_STYLE } from './style.ts'

type Group = { readonly name: string; readonly description: string; readonly listed: readonly Listed[] }

/** The OpenAPI document as one HTML page: no script, nothing from another host, every word escaped. */
export function referencePage(document: ApiDocument): string {
  const groups = groupsOf(document)
  const hooks = operationsOf(document.webhooks)
  const schemas = Object.entries(document.components?.schemas ?? {})
  const title = escapeHtml(document.info.title)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}: reference</title>
<style>${PAGE_STYLE}</style></head><body><nav aria-label="Contents">
${groups.map(({ name, listed }) => navigation(name, listed)).join('')}
${hooks.length === 0 ? '' : navigation('What receivers are sent', hooks)}
<h2>Schemas</h2><ul>${schemas.map(([name]) => `<li><a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a></li>`).join('')}</ul>
</nav><main><h1>${title}</h1>${prose(document.info.description ?? '')}
<p>Send <code>Authorization: Bearer &lt;token&gt;</code>. The same as data: <a href="/v1/openapi.json">/v1/openapi.json</a>.</p>
${groups.map((group) => section(group, document)).join('')}
${hooks.length === 0 ? '' : section({ name: 'What receivers are sent', description: '', listed: hooks }, document)}
<section id="schemas"><h2>Schemas</h2>${schemas.map(([name, schema]) => schemaSection(name, schema)).join('')}</section>
</main></body></html>`
}

/** The groups in the order in which the document names its tags. */
function groupsOf(document: ApiDocument): Group[] {
  const byTag = Map.groupBy(operationsOf(document.paths), ({ operation }) => operation.tags?.[0] ?? 'Other')
  const tags = document.tags ?? []
  const order = [...tags.map(({ name }) => name), ...byTag.keys()]
  return [...new Set(order)].flatMap((name) => {
    const listed = byTag.get(name)
    const description = tags.find((tag) => tag.name === name)?.description ?? ''
    return listed === undefined ? [] : [{ name, description, listed }]
  })
}

const operationsOf = (paths: Readonly<Record<string, PathItem>> | undefined): Listed[] =>
  Object.entries(paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

const navigation = (name: string, listed: readonly Listed[]): string =>
  `<h2>${escapeHtml(name)}</h2><ul>${listed.map(navigationItem).join('')}</ul>`

const navigationItem = (each: Listed): string =>
  `<li><a href="#${anchorOf(each)}" title="${escapeHtml(each.operation.summary ?? '')}"><b class="${escapeHtml(each.method)}">${escapeHtml(each.method.toUpperCase())}</b><span>${escapeHtml(each.path)}</span></a></li>`

const section = ({ name, description, listed }: Group, document: ApiDocument): string =>
  `<section id="${escapeHtml(name.replaceAll(' ', '-'))}"><h2>${escapeHtml(name)}</h2><p>${inline(description)}</p>${listed
    .map((each) => operationArticle(each, document))
    .join('')}</section>`
