import { checkBox, choice, fieldsWith } from '../../html/form-fields.ts'
import { html, type Markup } from '../../html/html.ts'
import { table, time, words } from '../../html/pieces.ts'
import { postForm, type Viewer } from '../../html/shell.ts'
import type { Action } from '../view.ts'
import type { Endpoint, Replay } from './answers.ts'
import { utcField, utcOf } from './utc-field.ts'

const SECTION = '/console/webhooks'

export const replayPart = (
  viewer: Viewer,
  { id }: Endpoint,
  replays: readonly Replay[],
): Markup => html`<section><h2>Replay</h2>
<p class="soft">Sends what the endpoint missed in a range of time, under the original keys, a hundred a second.</p>
${postForm(
  viewer,
  `${SECTION}/${id}/replay`,
  fieldsWith('Replay', [
    utcField('from', 'From', undefined, true),
    utcField('until', 'Until'),
    choice({
      name: 'missed',
      label: 'What',
      options: [
        { value: '', name: 'Everything that was missed' },
        { value: 'failed', name: 'Deliveries that failed' },
        { value: 'skipped', name: 'Deliveries that were skipped' },
        { value: 'missing', name: 'Events without a delivery' },
      ],
    }),
    checkBox({ name: 'dry_run', label: 'Only count, and send nothing' }),
  ]),
)}
${
  replays.length > 0 &&
  table(
    ['From (UTC)', 'Until (UTC)', 'What', 'State', 'Failed', 'Skipped', 'Missing'],
    replays.map(({ since, until, status, dry_run, state, progress, queued }) => [
      time(since),
      time(until),
      `${status === null ? 'Everything' : words(status)}${dry_run ? ', counted only' : ''}`,
      state === 'running' ? `${Math.round(100 * progress)} of 100` : words(state),
      queued.failed,
      queued.skipped,
      queued.missing,
    ]),
  )
}</section>`

export const replayAction: Action = {
  path: `${SECTION}/:id/replay`,
  section: SECTION,
  async act(ask, { params, form }) {
    await ask.send('POST', `/v1/webhook_endpoints/${params.id}/replay`, {
      since: utcOf(form.from) ?? '',
      until: utcOf(form.until),
      status: form.missed,
      dry_run: form.dry_run === 'yes',
    })
    return `${SECTION}/${params.id}?done=replayed`
  },
}
