import type { Static } from 'typebox'
import type { AlertPreview, AlertSubscription } from '../../../schemas/http/alerts/alert-subscription.ts'
import { choice, fieldsWith, textField } from '../html/form-fields.ts'
import { html, type Markup, type Part } from '../html/html.ts'
import { nextPage, notice, table, words } from '../html/pieces.ts'
import { postForm, type Viewer } from '../html/shell.ts'
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
      content: html`${page.data.length === 0 && notice('An alert reports once a day what changed in a sheet.')}
${
  page.data.length > 0 &&
  table(
    ['Watches', 'When', 'To', 'State', 'Action'],
    page.data.map((one) => cells(viewer, one)),
  )
}
${nextPage('/console/alerts', {}, page.next_cursor)}
${sheets.length > 0 ? newAlert(viewer, sheets) : html`<p>Make a <a href="/console/sheets">sheet</a> first: an alert watches it.</p>`}`,
    }
  },
}

const cells = (viewer: Viewer, one: Subscription): readonly Part[] => [
  html`<a href="/console/alerts/${one.id}">${one.name}</a>`,
  `${words(one.frequency)}${one.weekday === null ? '' : `, ${one.weekday}`} at ${one.hour}:00, ${one.zone}`,
  one.email ?? 'Feed',
  words(one.state),
  postForm(
    viewer,
    `/console/alerts/${one.id}/delete`,
    html`<button class="plain" aria-label="Delete ${one.name}">Delete</button>`,
  ),
]

const newAlert = (viewer: Viewer, sheets: readonly Sheet[]): Markup =>
  html`<h2>New alert</h2>${postForm(
    viewer,
    '/console/alerts',
    fieldsWith('Make the alert', [
      textField({ name: 'name', label: 'Name' }, html` required maxlength="200"`),
      choice({
        name: 'sheet',
        label: 'Sheet',
        options: sheets.map(({ id, name }) => ({ value: id, name })),
      }),
      textField(
        { name: 'email', label: 'Mail address' },
        html` type="email" required maxlength="254" autocomplete="email"`,
      ),
      textField(
        { name: 'hour', label: 'Hour of the day', value: 7 },
        html` type="number" min="0" max="23" required`,
      ),
      textField(
        { name: 'zone', label: 'Time zone', value: 'America/New_York' },
        html` required maxlength="100"`,
      ),
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
    return '/console/alerts'
  },
}

export const deleteAlertAction: Action = {
  path: '/console/alerts/:id/delete',
  async act(ask, { params }) {
    await ask.send('DELETE', `/v1/alert_subscriptions/${params.id}`)
    return '/console/alerts'
  },
}

export const alertView: View = {
  path: '/console/alerts/:id',
  section: '/console/alerts',
  async show(ask, { params }) {
    const path = `/v1/alert_subscriptions/${params.id}`
    const [subscription, preview] = await Promise.all([
      ask.get<Subscription>(path),
      ask.get<Static<typeof AlertPreview>>(`${path}/preview`),
    ])
    return {
      title: subscription.name,
      content: html`<h2>The next digest, as it would be now</h2><p>${preview.subject}</p><pre class="diff">${preview.text}</pre>`,
    }
  },
}
