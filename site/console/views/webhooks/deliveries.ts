import { choice, fieldsWith } from '../../html/form-fields.ts'
import { html, type Markup, type Part } from '../../html/html.ts'
import { nextPage, notice, table, time, words } from '../../html/pieces.ts'
import { postForm, searchForm, type Viewer } from '../../html/shell.ts'
import { type Action, only, type Page, type View } from '../view.ts'
import type { Delivery, DeliveryDetail, Endpoint, EventKind } from './answers.ts'
import { utcField } from './utc-field.ts'

const SECTION = '/console/webhooks'
const STATUSES = ['pending', 'delivered', 'failed', 'skipped']
/** The filters of the list, which the address of the page has. */
export const DELIVERY_FILTERS = ['status', 'event', 'since', 'cursor']

export const deliveryList = (
  viewer: Viewer,
  endpoint: Endpoint,
  page: Page<Delivery>,
  kinds: readonly EventKind[],
  query: Readonly<Record<string, string>>,
): Markup => html`<section><h2>Deliveries</h2>
${searchForm(
  viewer,
  `${SECTION}/${endpoint.id}`,
  fieldsWith('Show', [
    choice({
      name: 'status',
      label: 'State',
      value: query.status,
      options: [{ value: '', name: 'Any' }, ...STATUSES.map((value) => ({ value, name: words(value) }))],
    }),
    choice({
      name: 'event',
      label: 'Event',
      value: query.event,
      options: [{ value: '', name: 'Any' }, ...kinds.map(({ event }) => ({ value: event, name: event }))],
    }),
    utcField('since', 'Since', query.since),
  ]),
)}
${
  page.data.length === 0
    ? notice('No delivery is like this.')
    : table(
        ['Event', 'Bill', 'State', 'Attempts', 'Answer', 'Made (UTC)', 'Action'],
        page.data.map((one) => cells(viewer, endpoint, one)),
      )
}
${nextPage(`${SECTION}/${endpoint.id}`, only(query, DELIVERY_FILTERS.slice(0, -1)), page.next_cursor)}</section>`

const cells = (viewer: Viewer, { id }: Endpoint, one: Delivery): readonly Part[] => [
  html`<a href="${SECTION}/${id}/deliveries/${one.id}">${one.event}</a>`,
  billLink(one),
  words(one.status),
  one.attempts,
  one.last_status ?? one.last_error,
  time(one.created_at),
  one.status !== 'pending' && again(viewer, id, one),
]

/** The number of a bill is not in the list, and its id is. */
const billLink = ({ bill_id }: Delivery): Part =>
  bill_id !== null && html`<a href="/console/bills/${bill_id}">Bill ${bill_id}</a>`

const again = (viewer: Viewer, id: number, one: Delivery): Markup =>
  postForm(
    viewer,
    `${SECTION}/${id}/resend/${one.id}`,
    html`<button class="plain" aria-label="Send again: ${one.event} of ${one.created_at.slice(0, 19)}">Send again</button>`,
  )

export const deliveryView: View = {
  path: `${SECTION}/:id/deliveries/:key`,
  section: SECTION,
  async show(ask, { viewer, params }) {
    const one = await ask.get<DeliveryDetail>(`/v1/webhook_deliveries/${params.key}`)
    return {
      title: one.event,
      content: html`<p><a href="${SECTION}/${one.endpoint_id}">Back to the endpoint</a></p>
<dl>${one.bill_id !== null && html`<dt>Bill</dt><dd>${billLink(one)}</dd>`}<dt>State</dt><dd>${words(one.status)}</dd><dt>Key</dt><dd>${one.id}</dd><dt>Made (UTC)</dt><dd>${time(one.created_at)}</dd>
${one.next_attempt_at !== null && html`<dt>Next attempt (UTC)</dt><dd>${time(one.next_attempt_at)}</dd>`}</dl>
${one.status !== 'pending' && again(viewer, one.endpoint_id, one)}
<section><h2>Attempts</h2>${
        one.log.length === 0
          ? notice('There was no attempt yet.')
          : table(
              ['Attempt', 'At (UTC)', 'Outcome', 'Answer', 'Time', 'Text of the answer'],
              one.log.map((each) => [
                each.attempt,
                time(each.at),
                words(each.outcome),
                each.status ?? each.error,
                `${each.duration_ms} ms`,
                each.response,
              ]),
            )
      }</section>
<section><h2>Body</h2>${one.body === null ? notice('The body is no longer kept.') : html`<pre class="diff" tabindex="0" aria-label="Body">${indented(one.body)}</pre>`}</section>`,
    }
  },
}

/** The text that was sent is JSON in one line. */
const indented = (body: string): string => JSON.stringify(JSON.parse(body), null, 2)

export const resendAction: Action = {
  path: `${SECTION}/:id/resend/:key`,
  section: SECTION,
  async act(ask, { params }) {
    await ask.send('POST', `/v1/webhook_deliveries/${params.key}/resend`, {})
    return `${SECTION}/${params.id}?done=resent`
  },
}
