import type { Static } from 'typebox'
import type { ChangeStepItem } from '../../../schemas/http/bills/bill-changes.ts'
import type { VersionPage } from '../../../schemas/http/bills/version.ts'
import { html, type Markup, type Part, Markup as Trusted } from '../html/html.ts'
import { day, link } from '../html/pieces.ts'
import type { Ask, Page, View } from './view.ts'

type Version = Exclude<Static<typeof VersionPage>['data'][number], { deleted: true }>
type Step = Static<typeof ChangeStepItem>

/** Steps between versions, newest last, with what each changed. */
export async function loadVersions(ask: Ask, path: string): Promise<Part> {
  const [versions, changes] = await Promise.all([
    ask.get<Page<Version>>(`${path}/versions`, { limit: '100' }),
    ask.tryGet<Page<Step>>(`${path}/changes`),
  ])
  const texts = versions.data.filter(({ kind }) => kind === 'version')
  if (texts.length === 0) return null
  const stepTo = new Map(changes?.data.map((step) => [step.to_version.id, step]))
  const isCompared = texts.some(({ diff }) => diff !== null)
  return html`<section><h2>Versions</h2>${texts.length > 1 && !isCompared && html`<p class="soft">The texts are not stored here, so this page cannot say what changed from one version to the next. The links lead to the publisher.</p>`}${changes === undefined && html`<p class="soft">What changed from one version to the next cannot be read at the moment.</p>`}<ol class="plain">${texts.map((version) => row(path, version, stepTo.get(version.id)))}</ol></section>`
}

const row = (path: string, version: Version, step: Step | undefined): Markup => html`<li class="row">
<strong>${version.note}</strong> ${day(version.date)}
${version.links.map(({ url, media_type }) => html` ${link(url, media_type === 'application/pdf' ? 'PDF' : 'Text')}`)}
${version.diff !== null && html` <a href="/console${path.replace('/v1', '')}/versions/${encodeURIComponent(version.id)}">What changed</a>`}
${step !== undefined && html`<p>${step.summary}</p>`}
</li>
`

export const diffView: View = {
  path: '/console/bills/:id/versions/:version',
  section: '/console',
  async show(ask, { params }) {
    const fragment = await ask.html(`/v1/bills/${params.id}/versions/${params.version}/diff`, {
      format: 'html',
    })
    return {
      title: 'What changed',
      content: html`<p><a href="/console/bills/${params.id}">Back to the bill</a></p>
<p class="soft">Underlined words were added, and struck words were removed.</p>
<div class="diff">${new Trusted(fragment)}</div>`,
    }
  },
}
