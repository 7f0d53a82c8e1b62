import { choice, fieldsWith } from '../../html/form-fields.ts'
import { html, type Markup, type Part } from '../../html/html.ts'
import { doneNotice, notice, time, words } from '../../html/pieces.ts'
import { type Body, changes, deletion, postForm, type Viewer } from '../../html/shell.ts'
import { type Action, only, type Page, type View } from '../view.ts'
import type { Delivery, Endpoint, EndpointWithSecret, EventKind, Health, Replay, Tried } from './answers.ts'
import { DELIVERY_FILTERS, deliveryList } from './deliveries.ts'
import { endpointFields, endpointOf } from './endpoint-form.ts'
import { secretBody } from './endpoint-list.ts'
import { replayPart } from './replays.ts'
import { utcOf } from './utc-field.ts'

const SECTION = '/console/webhooks'
const API = '/v1/webhook_endpoints'
const DAY_S = 86_400

export const webhookView: View = {
  path: `${SECTION}/:id`,
  section: SECTION,
  async show(ask, { viewer, params, query }) {
    const path = `${API}/${params.id}`
    const asked = { ...only(query, DELIVERY_FILTERS), since: utcOf(query.since) }
    const [endpoint, health, deliveries, replays, kinds] = await Promise.all([
      ask.get<Endpoint>(path),
      ask.get<Health>(`${path}/health`),
      ask.get<Page<Delivery>>(`${path}/deliveries`, { ...asked, limit: '50' }),
      ask.get<Page<Replay>>(`${path}/replays`, { limit: '10' }),
      ask.get<Page<EventKind>>('/v1/webhook_event_types'),
    ])
    return {
      title: endpoint.url,
      content: html`${doneNotice(query, DONE)}
${state(endpoint, health)}
<div class="buttons">${buttons(viewer, endpoint)}</div>
${deliveryList(viewer, endpoint, deliveries, kinds.data, query)}
${
  changes(viewer) &&
  html`${replayPart(viewer, endpoint, replays.data)}
<section><h2>Settings</h2>${postForm(viewer, `${SECTION}/${endpoint.id}`, fieldsWith('Save', endpointFields(endpoint, kinds.data)))}</section>
${rotation(viewer, endpoint)}`
}`,
    }
  },
}

const DONE = {
  saved: 'The changes are saved.',
  pause: 'Events wait until you resume, for a week at most.',
  resume: 'Deliveries are sent again.',
  disable: 'Events are skipped until you enable the endpoint.',
  enable: 'New events are sent. Replay the events that were skipped.',
  resent: 'The delivery is sent again.',
  replayed: 'The replay has begun.',
}

const state = (endpoint: Endpoint, { waiting, deliveries }: Health): Markup => html`<dl>
<dt>State</dt><dd>${words(endpoint.status)}${endpoint.status_reason !== null && ` (${words(endpoint.status_reason).toLowerCase()})`}</dd>
<dt>Last success</dt><dd>${time(endpoint.last_success_at) ?? 'never'}</dd>
<dt>Failures in a row</dt><dd>${endpoint.failures_in_row}</dd>
<dt>Deliveries that wait</dt><dd>${waiting.deliveries}${waiting.held_by !== null && ` (${words(waiting.held_by).toLowerCase()})`}</dd>
<dt>Of one day</dt><dd>${deliveries.delivered} delivered, ${deliveries.failed} failed, ${deliveries.skipped} skipped</dd></dl>`

const buttons = (viewer: Viewer, { id, status }: Endpoint): readonly Part[] => {
  const button = (verb: string, name: string) =>
    postForm(viewer, `${SECTION}/${id}/${verb}`, html`<button class="plain">${name}</button>`)
  return [
    postForm(viewer, `${SECTION}/${id}/test`, html`<button>Send a test</button>`),
    status === 'enabled' && button('pause', 'Pause'),
    status === 'paused' && button('resume', 'Resume'),
    status === 'disabled' ? button('enable', 'Enable') : button('disable', 'Disable'),
  ]
}

const rotation = (viewer: Viewer, { id }: Endpoint): Markup => html`<section><h2>Secret</h2>
${postForm(
  viewer,
  `${SECTION}/${id}/rotate`,
  fieldsWith(
    'Make a new secret',
    choice({
      name: 'overlap',
      label: 'The secret of now also signs',
      value: DAY_S,
      options: [
        { value: 7 * DAY_S, name: 'for one week' },
        { value: DAY_S, name: 'for one day' },
        { value: 0, name: 'no longer' },
      ],
    }),
  ),
)}</section>
${deletion(viewer, { action: `${SECTION}/${id}/delete`, what: 'endpoint', lost: 'Deliveries that wait are not sent, and the list of deliveries goes too.' })}`

export const changeEndpointAction: Action = {
  path: `${SECTION}/:id`,
  section: SECTION,
  async act(ask, { params, form }) {
    await ask.send('PATCH', `${API}/${params.id}`, endpointOf(form))
    return `${SECTION}/${params.id}?done=saved`
  },
}

/** What the buttons of an endpoint do, each under its name in the API. */
export const endpointStateActions: readonly Action[] = ['pause', 'resume', 'enable', 'disable'].map(
  (verb) => ({
    path: `${SECTION}/:id/${verb}`,
    section: SECTION,
    async act(ask, { params }) {
      await ask.send('POST', `${API}/${params.id}/${verb}`)
      return `${SECTION}/${params.id}?done=${verb}`
    },
  }),
)

export const rotateSecretAction: Action = {
  path: `${SECTION}/:id/rotate`,
  section: SECTION,
  async act(ask, { viewer, params, form }) {
    const overlap_seconds = Number(form.overlap)
    const path = `${API}/${params.id}/secret/rotate`
    return secretBody(viewer, await ask.send<EndpointWithSecret>('POST', path, { overlap_seconds }))
  },
}

export const testWebhookAction: Action = {
  path: `${SECTION}/:id/test`,
  section: SECTION,
  async act(ask, { params }) {
    const tried = await ask.send<Tried>('POST', `${API}/${params.id}/test`, {})
    return triedBody(params.id!, tried)
  },
}

const triedBody = (id: string, { delivered, event, status, error, response, duration_ms }: Tried): Body => ({
  title: 'Test',
  content: html`${notice(delivered ? 'Your endpoint took the test.' : 'Your endpoint did not take the test.', delivered ? 'good' : 'bad')}
<dl><dt>Event</dt><dd>${event}</dd><dt>Answer</dt><dd>${status ?? error}</dd><dt>Time</dt><dd>${duration_ms} ms</dd></dl>
${response !== null && html`<pre class="diff" tabindex="0" aria-label="Answer">${response}</pre>`}
<p><a href="${SECTION}/${id}">Back to the endpoint</a></p>`,
})

export const deleteEndpointAction: Action = {
  path: `${SECTION}/:id/delete`,
  section: SECTION,
  async act(ask, { params }) {
    await ask.send('DELETE', `${API}/${params.id}`)
    return `${SECTION}?done=deleted`
  },
}
