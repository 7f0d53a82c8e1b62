import { fieldsWith } from '../../html/form-fields.ts'
import { html } from '../../html/html.ts'
import { doneNotice, nextPage, notice, table, time, words } from '../../html/pieces.ts'
import { type Body, changes, postForm, type Viewer } from '../../html/shell.ts'
import { type Action, only, type Page, type View } from '../view.ts'
import type { Endpoint, EndpointWithSecret, EventKind } from './answers.ts'
import { endpointFields, endpointOf, newEndpoint } from './endpoint-form.ts'

const SECTION = '/console/webhooks'
const API = '/v1/webhook_endpoints'

export const webhooksView: View = {
  path: SECTION,
  section: SECTION,
  async show(ask, { viewer, query }) {
    const [page, kinds] = await Promise.all([
      ask.get<Page<Endpoint>>(API, { ...only(query, ['cursor']), limit: '50' }),
      ask.get<Page<EventKind>>('/v1/webhook_event_types'),
    ])
    return {
      title: 'Webhooks',
      content: html`${doneNotice(query, { deleted: 'The endpoint is deleted.' })}
${page.data.length === 0 && notice('An endpoint is an address of yours that is called when a bill changes.')}
${
  page.data.length > 0 &&
  table(
    ['Endpoint', 'Events', 'State', 'Failures in a row', 'Last success'],
    page.data.map((one) => [
      html`<a href="${SECTION}/${one.id}">${one.url}</a>`,
      one.events.join(', '),
      html`${words(one.status)}${one.status_reason !== null && html` <span class="soft">${words(one.status_reason)}</span>`}`,
      one.failures_in_row,
      time(one.last_success_at) ?? 'never',
    ]),
  )
}${nextPage(SECTION, {}, page.next_cursor)}
${changes(viewer) && html`<h2>New endpoint</h2>${postForm(viewer, SECTION, fieldsWith('Make the endpoint', endpointFields(newEndpoint(query), kinds.data)))}`}`,
    }
  },
}

export const newEndpointAction: Action = {
  path: SECTION,
  section: SECTION,
  async act(ask, { viewer, form }) {
    return secretBody(viewer, await ask.send<EndpointWithSecret>('POST', API, endpointOf(form)))
  },
}

/** The only page that shows a secret. */
export const secretBody = (viewer: Viewer, { id, url, secret }: EndpointWithSecret): Body => ({
  title: url,
  content: html`${notice('Copy the secret now: it is not shown again. Your program checks the signatures of deliveries with it.')}
<h2>Secret</h2><pre class="secret" tabindex="0" aria-label="Secret">${secret}</pre>
<div class="buttons">${postForm(viewer, `${SECTION}/${id}/test`, html`<button>Send a test</button>`)}</div>
<p><a href="${SECTION}/${id}">Go on to the endpoint</a></p>`,
})
