import type { Static } from 'typebox'
import type { Operations } from '../../../../schemas/http/service/operations.ts'
import type { OperatorSummary } from '../../../../schemas/http/service/operator-summary.ts'
import { html, type Markup, type Part } from '../../html/html.ts'
import { notice, placeName, table, time, words } from '../../html/pieces.ts'
import type { View } from '../view.ts'

type Summary = Static<typeof OperatorSummary>

const MEGABYTE = 1024 * 1024

export const operationsView: View = {
  path: '/console/operations',
  section: '/console/operations',
  async show(ask) {
    const [summary, operations] = await Promise.all([
      ask.get<Summary>('/v1/analytics/summary'),
      ask.get<Operations>('/v1/analytics/operations'),
    ])
    return {
      title: 'Operations',
      content: html`<p class="soft">As of ${time(operations.as_of)} (UTC). Times are in UTC.</p>
${attention(summary, operations)}
${freshness(operations)}${quarantine(operations)}${parked(operations)}${rebuilds(operations)}${derived(operations)}${traffic(summary)}`,
    }
  },
}

function attention({ freshness: { failing, late } }: Summary, { parked, rebuilds }: Operations): Part {
  const wrong = [
    ...failing.map((name) => `${name} fails`),
    ...late.map((name) => `${name} is late`),
    ...(parked.length > 0 ? [`${parked.length} events are parked`] : []),
    ...rebuilds
      .slice(0, 1)
      .flatMap(({ error, read_schema }) => (error === null ? [] : [`the rebuild of ${read_schema} failed`])),
  ]
  return wrong.length > 0
    ? notice(`This needs attention: ${wrong.join(', ')}.`, 'bad')
    : notice('No source is late or fails, and no event is parked.')
}

const listOr = (nothing: string, heads: readonly string[], rows: readonly (readonly Part[])[]): Markup =>
  rows.length === 0 ? html`<p>${nothing}</p>` : table(heads, rows)

const freshness = ({ sources }: Operations): Markup =>
  html`<section><h2>Freshness</h2>${listOr(
    'No source has run yet.',
    ['Source', 'State', 'Last run', 'Last success', 'Failures in a row', 'Error'],
    sources.map(
      ({ source, is_late, last_status, last_ended_at, last_success_at, fetch_failures, last_error }) => [
        source,
        html`${last_status === null ? 'never ran' : words(last_status)}${is_late && ', late'}`,
        time(last_ended_at),
        time(last_success_at),
        fetch_failures,
        last_error,
      ],
    ),
  )}</section>`

const quarantine = ({ quarantine: groups }: Operations): Markup =>
  html`<section><h2>Quarantine</h2><p class="soft">Records that could not be read or mapped. <code>legislog quarantine show</code>, <code>retry</code> and <code>drop</code> take them.</p>${listOr(
    'Nothing is in quarantine.',
    ['Source', 'Reason', 'Place', 'Records', 'Last seen', 'Example', 'What is wrong with it'],
    groups.map(({ source, reason, jurisdiction, records, last_seen_at, example_id, example }) => [
      source,
      words(reason),
      jurisdiction === null ? null : placeName(jurisdiction),
      records,
      time(last_seen_at),
      example_id,
      example,
    ]),
  )}</section>`

const parked = ({ parked: events }: Operations): Markup =>
  html`<section><h2>Parked events</h2><p class="soft">Events that a reader could not take. <code>legislog parked</code> shows, retries and drops them.</p>${listOr(
    'No event is parked.',
    ['Reader', 'Topic', 'Place in the log', 'Key', 'Parked', 'Error'],
    events.map(({ reader, read_schema, topic, partition, offset, key, parked_at, code, error }) => [
      html`${words(reader)}${read_schema !== null && html` <span class="soft">${read_schema}</span>`}`,
      topic,
      `${partition}, ${offset}`,
      key,
      time(parked_at),
      `${code}: ${error}`,
    ]),
  )}</section>`

const rebuilds = ({
  read_schemas,
  rebuilds: list,
}: Operations): Markup => html`<section><h2>Read models</h2>${table(
  ['Read schema', 'State', 'Rows show changes until', 'Made', 'Kept until'],
  read_schemas.map(({ name, is_live, state, watermark, created_at, keep_until }) => [
    name,
    is_live ? 'Live' : words(state),
    time(watermark),
    time(created_at),
    time(keep_until),
  ]),
)}
<h3>Rebuilds</h3><p class="soft"><code>legislog rebuild</code> starts one, and <code>legislog rollback</code> goes back.</p>${listOr(
  'Nothing was rebuilt yet.',
  ['Rebuild', 'Read schema', 'Phase', 'Began', 'Ended', 'Error'],
  list.map(({ id, read_schema, phase, started_at, ended_at, error }) => [
    id,
    read_schema,
    words(phase),
    time(started_at),
    time(ended_at),
    error,
  ]),
)}</section>`

const derived = ({ derived: of }: Operations): Markup => html`<section><h2>Derived from texts</h2>
<dl><dt>Changes followed until</dt><dd>${time(of.through) ?? 'none yet'}</dd><dt>Bills to do</dt><dd>${of.bills_to_do}</dd><dt>Texts for a model</dt><dd>${of.model_due}</dd></dl>
${listOr(
  'Nothing is derived yet.',
  ['Kind', 'Results', 'Megabytes'],
  of.results.map(({ kind, results, bytes }) => [words(kind), results, megabytes(bytes)]),
)}
${
  of.failures.length > 0 &&
  table(
    ['Kind that failed', 'Reason', 'Results', 'Next try'],
    of.failures.map(({ kind, reason, results, retry_at }) => [words(kind), reason, results, time(retry_at)]),
  )
}</section>`

const megabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(1)

const traffic = ({ calls, accounts, tokens, webhooks, digests, leads, storage }: Summary): Markup => html`
<section><h2>Calls</h2>${table(
  ['Span', 'Requests', 'Refused', 'Faults of callers', 'Faults of the service', '95 of 100 take up to'],
  (['today', 'month'] as const).map((span) => [
    words(span),
    calls[span].requests,
    calls[span].refused,
    calls[span].client_errors,
    calls[span].server_errors,
    calls[span].p95_up_to_ms === null ? null : `${calls[span].p95_up_to_ms} ms`,
  ]),
)}</section>
<section><h2>Accounts</h2><dl><dt>Accounts</dt><dd>${accounts.total}</dd>${Object.entries(accounts.by_tier).map(([tier, count]) => html`<dt>${words(tier)}</dt><dd>${count}</dd>`)}<dt>Tokens, used today</dt><dd>${tokens.active}, ${tokens.used_today}</dd></dl></section>
<section><h2>Webhooks</h2><dl>${Object.entries(webhooks.endpoints).map(([status, count]) => html`<dt>Endpoints ${status}</dt><dd>${count}</dd>`)}<dt>Deliveries that wait</dt><dd>${webhooks.pending}</dd><dt>Deliveries that failed</dt><dd>${webhooks.undelivered}</dd></dl></section>
<section><h2>Digests and sign-ups</h2><dl><dt>Subscriptions</dt><dd>${digests.subscriptions}</dd><dt>Digests today, this month</dt><dd>${digests.written_today}, ${digests.written_month}</dd><dt>Mails that wait</dt><dd>${digests.mails_waiting}</dd><dt>Sign-ups today, this month</dt><dd>${leads.signed_up_today}, ${leads.signed_up_month}</dd></dl></section>
<section><h2>Storage</h2>${table(
  ['Schema', 'Megabytes'],
  storage.schemas.map(({ name, bytes }) => [name, megabytes(bytes)]),
)}</section>`
