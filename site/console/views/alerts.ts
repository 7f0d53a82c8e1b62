import type { Static } from 'typebox'
import type { AlertPreview, AlertSubscription } from '../../../schemas/http/alerts/alert-subscription.ts'
import { choice, fieldsWith, textField } from '../html/form-fields.ts'
import { html, type Part } from '../html/html.ts'
import { doneNotice, nextPage, notice, table, words } from '../html/pieces.ts'
import { changes, postForm, rowDeletion, type Viewer } from '../html/shell.ts'
import { type Sheet, sheetsOf } from './own-sheets.ts'
import { type Action, only, type Page, type View } from './view.ts'

type Subscription = Static<typeof AlertSubscription>

export const alertsView: View = {
  path: '/console/alerts',
  section: '/console/alerts',
  async show(ask, { viewer, query }) {
    const [page, sheets] = await Promise.all([
      ask.get<Page<Subscription>>('/v1/alert_subscriptions', { ...only(query, ['cursor']), limit: '50' }),
      sheetsOf(ask, viewer),
    ])
    return {
      title: 'Alerts',
      content: html`${doneNotice(query, DONE)}${page.data.length === 0 && notice('An alert reports once a day what changed in a sheet.')}
${
  page.data.length > 0 &&
  table(
    ['Alert', 'Watches', 'When', 'To', 'State', 'Action'],
    page.data.map((one) => cells(viewer, one, sheets)),
  )
}
${nextPage('/console/alerts', {}, page.next_cursor)}
${sheets.length > 0 ? newAlert(viewer, sheets, query.sheet) : html`<p>Make a <a href="/console/sheets">sheet</a> first: an alert watches it.</p>`}`,
    }
  },
}

const DONE = {
  made: 'The alert is made. A mail asks the reader to confirm it: digests begin then.',
  deleted: 'The alert is deleted.',
}

const STATES: Readonly<Record<Subscription['state'], string>> = {
  waiting: 'Waits until the reader confirms it by the link of a mail',
  active: 'Active',
  paused: 'Paused',
  stopped: 'Stopped by the reader',
  suppressed: 'The address takes no mail',
}

const whenOf = ({ frequency, weekday, hour, zone }: Subscription): string =>
  `${words(frequency)}${weekday === null ? '' : `, ${weekday}`} at ${hour}:00, ${zone}`

function watchedBy({ sheet_id, bill_ids }: Subscription, sheets: readonly Sheet[]): Part {
  if (sheet_id === null) return bill_ids === null ? 'A search' : `${bill_ids.length} bills`
  const name = sheets.find(({ id }) => id === sheet_id)?.name ?? `Sheet ${sheet_id}`
  return html`<a href="/console/sheets/${sheet_id}">${name}</a>`
}

const cells = (viewer: Viewer, one: Subscription, sheets: readonly Sheet[]): readonly Part[] => [
  html`<a href="/console/alerts/${one.id}">${one.name}</a>`,
  watchedBy(one, sheets),
  whenOf(one),
  one.email ?? 'Feed',
  STATES[one.state],
  rowDeletion(viewer, {
    action: `/console/alerts/${one.id}/delete`,
    does: 'Delete',
    name: one.name,
    effect: 'No more digests are sent. What it watches stays.',
  }),
]

const ZONES = [
  { value: 'America/New_York', name: 'Eastern' },
  { value: 'America/Chicago', name: 'Central' },
  { value: 'America/Denver', name: 'Mountain' },
  { value: 'America/Phoenix', name: 'Arizona' },
  { value: 'America/Los_Angeles', name: 'Pacific' },
  { value: 'America/Anchorage', name: 'Alaska' },
  { value: 'Pacific/Honolulu', name: 'Hawaii' },
  { value: 'America/Puerto_Rico', name: 'Atlantic (Puerto Rico)' },
  { value: 'UTC', name: 'UTC' },
]

const newAlert = (viewer: Viewer, sheets: readonly Sheet[], sheet: string | undefined): Part =>
  changes(viewer) &&
  html`<h2>New alert</h2>${postForm(
    viewer,
    '/console/alerts',
    fieldsWith('Make the alert', [
      textField({ name: 'name', label: 'Name' }, html` required maxlength="200"`),
      choice({
        name: 'sheet',
        label: 'Sheet',
        value: sheet,
        options: sheets.map(({ id, name }) => ({ value: id, name })),
      }),
      textField(
        { name: 'email', label: 'Mail address' },
        html` type="email" required maxlength="254" autocomplete="email"`,
      ),
      textField(
        { name: 'hour', label: 'Hour of the day', value: 7, hint: '0 to 23' },
        html` type="number" min="0" max="23" required`,
      ),
      choice({ name: 'zone', label: 'Time zone', value: 'America/New_York', options: ZONES }),
    ]),
  )}`

export const newAlertAction: Action = {
  path: '/console/alerts',
  async act(ask, { form }) {
    await ask.send('POST', '/v1/alert_subscriptions', {
      name: form.name ?? '',
      sheet_id: Number(form.sheet),
      channel: 'email',
      email: form.email ?? '',
      hour: Number(form.hour),
      zone: form.zone ?? '',
    })
    return '/console/alerts?done=made'
  },
}

export const deleteAlertAction: Action = {
  path: '/console/alerts/:id/delete',
  async act(ask, { params }) {
    await ask.send('DELETE', `/v1/alert_subscriptions/${params.id}`)
    return '/console/alerts?done=deleted'
  },
}

export const alertView: View = {
  path: '/console/alerts/:id',
  section: '/console/alerts',
  async show(ask, { viewer, params }) {
    const path = `/v1/alert_subscriptions/${params.id}`
    const [subscription, preview, sheets] = await Promise.all([
      ask.get<Subscription>(path),
      ask.get<Static<typeof AlertPreview>>(`${path}/preview`),
      sheetsOf(ask, viewer),
    ])
    return {
      title: subscription.name,
      content: html`<dl><dt>Watches</dt><dd>${watchedBy(subscription, sheets)}</dd><dt>When</dt><dd>${whenOf(subscription)}</dd>
<dt>To</dt><dd>${subscription.email ?? 'Feed'}</dd><dt>State</dt><dd>${STATES[subscription.state]}</dd></dl>
<section><h2>The next digest, as it would be now</h2><p>${preview.subject}</p><pre class="diff">${preview.text}</pre></section>
<p><a href="/console/alerts">All alerts</a></p>`,
    }
  },
}
