import { html, type Part } from '../html/html.ts'
import { day, nextPage, notice, table, words } from '../html/pieces.ts'
import { postForm, type Viewer } from '../html/shell.ts'
import { type Action, only, type Page, type View } from './view.ts'

/** What the pages show of the answers of webhooks. */
type Endpoint = {
  readonly id: number
  readonly url: string
  readonly description: string | null
  readonly events: readonly string[]
  readonly status: string
  readonly status_reason: string | null
  readonly failures_in_row: number
  readonly last_success_at: string | null
}
type Delivery = {
  readonly id: string
  readonly event: string
  readonly status: string
  readonly attempts: number
  readonly last_status: number | null
  readonly last_error: string | null
  readonly created_at: string
}

export const webhooksView: View = {
  path: '/console/webhooks',
  section: '/console/webhooks',
  async show(ask, { query }) {
    const page = await ask.get<Page<Endpoint>>('/v1/webhook_endpoints', {
      ...only(query, ['cursor']),
      limit: '50',
    })
    return {
      title: 'Webhooks',
      content: html`${page.data.length === 0 && notice('No endpoint yet. POST /v1/webhook_endpoints registers one, and shows its secret once.')}
${
  page.data.length > 0 &&
  table(
    ['Endpoint', 'Events', 'State', 'Failures in a row', 'Last success'],
    page.data.map((one) => [
      html`<a href="/console/webhooks/${one.id}">${one.url}</a>`,
      one.events.join(', '),
      html`${words(one.status)}${one.status_reason !== null && html` <span class="soft">${one.status_reason}</span>`}`,
      one.failures_in_row,
      time(one.last_success_at),
    ]),
  )
}${nextPage('/console/webhooks', {}, page.next_cursor)}`,
    }
  },
}

export const webhookView: View = {
  path: '/console/webhooks/:id',
  section: '/console/webhooks',
  async show(ask, { viewer, params, query }) {
    const path = `/v1/webhook_endpoints/${params.id}`
    const [endpoint, page] = await Promise.all([
      ask.get<Endpoint>(path),
      ask.get<Page<Delivery>>(`${path}/deliveries`, { ...only(query, ['cursor', 'status']), limit: '50' }),
    ])
    return {
      title: endpoint.url,
      content: html`<p>${words(endpoint.status)}. ${endpoint.events.join(', ')}</p>
${postForm(viewer, `/console/webhooks/${endpoint.id}/test`, html`<button>Send a test</button>`)}
<h2>Deliveries</h2>${
        page.data.length === 0
          ? notice('Nothing was sent yet.')
          : table(
              ['Event', 'State', 'Attempts', 'Answer', 'Made', 'Action'],
              page.data.map((one) => cells(viewer, endpoint, one)),
            )
      }
${nextPage(`/console/webhooks/${endpoint.id}`, only(query, ['status']), page.next_cursor)}`,
    }
  },
}

const cells = (viewer: Viewer, { id }: Endpoint, one: Delivery): readonly Part[] => [
  html`${one.event}<br><span class="soft">${one.id}</span>`,
  words(one.status),
  one.attempts,
  one.last_status ?? one.last_error,
  time(one.created_at),
  one.status !== 'pending' &&
    postForm(
      viewer,
      `/console/webhooks/${id}/resend/${one.id}`,
      html`<button class="plain" aria-label="Send ${one.id} again">Send again</button>`,
    ),
]

const time = (instant: string | null): Part =>
  instant === null ? 'never' : html`${day(instant)} ${instant.slice(11, 19)}`

export const resendAction: Action = {
  path: '/console/webhooks/:id/resend/:key',
  async act(ask, { params }) {
    await ask.send('POST', `/v1/webhook_deliveries/${params.key}/resend`, {})
    return `/console/webhooks/${params.id}`
  },
}

export const testWebhookAction: Action = {
  path: '/console/webhooks/:id/test',
  async act(ask, { params }) {
    await ask.send('POST', `/v1/webhook_endpoints/${params.id}/test`, {})
    return `/console/webhooks/${params.id}`
  },
}
