import type { Static } from 'typebox'
import type { ApiCallsItem, Usage } from '../../../../schemas/http/service/analytics.ts'
import type { LeadCountItem } from '../../../../schemas/http/widgets/lead.ts'
import { type Bar, plot } from '../../html/bar-plot.ts'
import { html, type Markup } from '../../html/html.ts'
import { table } from '../../html/pieces.ts'
import type { Ask, Page, View } from '../view.ts'

type Calls = Static<typeof ApiCallsItem>
type Leads = Static<typeof LeadCountItem>

/** Pages of counts that are read: an account has at most some hundred routes and statuses a day. */
const MOST_PAGES = 20
const FIRST_REFUSAL = 400

export const usageView: View = {
  path: '/console/usage',
  section: '/console/usage',
  async show(ask) {
    const [usage, calls, leads] = await Promise.all([
      ask.get<Static<typeof Usage>>('/v1/analytics/usage'),
      allOf<Calls>(ask, '/v1/analytics/api'),
      allOf<Leads>(ask, '/v1/analytics/leads'),
    ])
    return { title: 'Usage', content: html`${limitsOf(usage)}${callPlots(calls)}${leadPlots(leads)}` }
  },
}

const limitsOf = ({ requests, lookups, limits, tier }: Static<typeof Usage>): Markup => html`<dl>
<dt>Tier</dt><dd>${tier}</dd>
<dt>Requests this minute</dt><dd>${requests.minute?.used ?? 'not counted now'} of ${limits.requests_a_minute ?? 'any number'}</dd>
<dt>Requests today, this month</dt><dd>${requests.today}, ${requests.month}</dd>
<dt>Address lookups this month</dt><dd>${lookups.used} of ${lookups.cap.toLocaleString('en-US')}</dd>
<dt>Lookup credits</dt><dd>${lookups.credits.balance}</dd></dl>
<section><h2>Lookups this month</h2><p><meter min="0" max="${Math.max(1, lookups.cap)}" value="${lookups.used}" aria-label="Lookups used of ${lookups.cap}">${lookups.used} of ${lookups.cap}</meter> ${lookups.used} of ${lookups.cap.toLocaleString('en-US')} are used.</p></section>`

function callPlots(calls: readonly Calls[]): Markup {
  if (calls.length === 0) return html`<p>No request is counted yet. Counts are up to ten seconds late.</p>`
  const refused = calls.filter(({ status }) => status >= FIRST_REFUSAL)
  const routes = sumsBy(calls, ({ method, route }) => `${method} ${route}`, requestsOf).toSorted(
    (a, b) => b.value - a.value,
  )
  return html`${plot('Requests by day', 'Day', byDay(calls, requestsOf))}
${refused.length > 0 && plot('Refused requests by day', 'Day', byDay(refused, requestsOf))}
${plot('Requests by duration', 'Duration', durationsOf(calls))}
<section><h2>Requests by route</h2>${table(
    ['Route', 'Requests'],
    routes.map(({ name, value }) => [name, value]),
  )}</section>`
}

const leadPlots = (leads: readonly Leads[]): Markup =>
  leads.length === 0
    ? html``
    : html`${plot(
        'Sign-ups by day',
        'Day',
        byDay(leads, ({ signed_up }) => signed_up),
      )}
${plot(
  'Confirmed sign-ups by day',
  'Day',
  byDay(leads, ({ confirmed }) => confirmed),
)}`

const requestsOf = ({ requests }: Calls): number => requests

/** Requests by class of duration, the shortest first. */
export function durationsOf(calls: readonly Pick<Calls, 'latency'>[]): readonly Bar[] {
  const sums = new Map<number, number>()
  for (const { up_to_ms, requests } of calls.flatMap(({ latency }) => latency)) {
    const most = up_to_ms ?? Number.POSITIVE_INFINITY
    sums.set(most, (sums.get(most) ?? 0) + requests)
  }
  const classes = [...sums].toSorted(([one], [other]) => one - other)
  return classes.map(([most, value]) => ({
    name: Number.isFinite(most) ? `up to ${most} ms` : 'longer',
    value,
  }))
}

async function allOf<T>(ask: Ask, path: string): Promise<readonly T[]> {
  const found: T[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page: Page<T> = await ask.get(path, { limit: '200', cursor: cursor ?? undefined })
    found.push(...page.data)
    cursor = page.next_cursor
    if (cursor === null) break
  }
  return found
}

const byDay = <T extends { readonly day: string }>(
  counts: readonly T[],
  amountOf: (one: T) => number,
): readonly Bar[] =>
  sumsBy(counts, ({ day }) => day, amountOf).toSorted((a, b) => a.name.localeCompare(b.name))

function sumsBy<T>(
  counts: readonly T[],
  nameOf: (one: T) => string,
  amountOf: (one: T) => number,
): readonly Bar[] {
  const sums = new Map<string, number>()
  for (const one of counts) sums.set(nameOf(one), (sums.get(nameOf(one)) ?? 0) + amountOf(one))
  return [...sums].map(([name, value]) => ({ name, value }))
}
