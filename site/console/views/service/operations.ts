import type { Static } from 'typebox'
import type { OperatorSummary } from '../../../../schemas/http/service/operator-summary.ts'
import { html } from '../../html/html.ts'
import { notice, table, words } from '../../html/pieces.ts'
import type { View } from '../view.ts'

const MEGABYTE = 1024 * 1024

export const operationsView: View = {
  path: '/console/operations',
  section: '/console/operations',
  async show(ask) {
    const summary = await ask.get<Static<typeof OperatorSummary>>('/v1/analytics/summary')
    const { freshness, webhooks, accounts, tokens, calls, digests, leads, storage } = summary
    const attention = [
      ...freshness.failing.map((name) => `${name} fails`),
      ...freshness.late.map((name) => `${name} is late`),
    ]
    return {
      title: 'Operations',
      content: html`<p class="soft">As of ${summary.as_of}</p>
${attention.length > 0 ? notice(`Sources need attention: ${attention.join(', ')}.`, 'bad') : notice('No source is late or fails.')}
<h2>Data</h2><dl><dt>Newest event</dt><dd>${freshness.newest_event_at ?? 'none'}</dd><dt>Sources</dt><dd>${freshness.sources}</dd><dt>Records in quarantine</dt><dd>${freshness.quarantined}</dd></dl>
<h2>Calls</h2>${table(
        ['Span', 'Requests', 'Refused', 'Faults of callers', 'Faults of the service', '95 of 100 take up to'],
        (['today', 'month'] as const).map((span) => [
          words(span),
          calls[span].requests,
          calls[span].refused,
          calls[span].client_errors,
          calls[span].server_errors,
          calls[span].p95_up_to_ms === null ? null : `${calls[span].p95_up_to_ms} ms`,
        ]),
      )}
<h2>Accounts</h2><dl><dt>Accounts</dt><dd>${accounts.total}</dd>${Object.entries(accounts.by_tier).map(([tier, count]) => html`<dt>${words(tier)}</dt><dd>${count}</dd>`)}<dt>Tokens, used today</dt><dd>${tokens.active}, ${tokens.used_today}</dd></dl>
<h2>Webhooks</h2><dl>${Object.entries(webhooks.endpoints).map(([status, count]) => html`<dt>Endpoints ${status}</dt><dd>${count}</dd>`)}<dt>Deliveries that wait</dt><dd>${webhooks.pending}</dd><dt>Deliveries that failed</dt><dd>${webhooks.undelivered}</dd></dl>
<h2>Digests and sign-ups</h2><dl><dt>Subscriptions</dt><dd>${digests.subscriptions}</dd><dt>Digests today, this month</dt><dd>${digests.written_today}, ${digests.written_month}</dd><dt>Mails that wait</dt><dd>${digests.mails_waiting}</dd><dt>Sign-ups today, this month</dt><dd>${leads.signed_up_today}, ${leads.signed_up_month}</dd></dl>
<h2>Storage</h2>${table(
        ['Schema', 'Megabytes'],
        storage.schemas.map(({ name, bytes }) => [name, (bytes / MEGABYTE).toFixed(1)]),
      )}`,
    }
  },
}
