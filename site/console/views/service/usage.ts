import type { Static } from 'typebox'
import type { ApiCallsItem, Usage } from '../../../../schemas/http/service/analytics.ts'
import { barPlot } from '../../html/bar-plot.ts'
import { html } from '../../html/html.ts'
import { table } from '../../html/pieces.ts'
import type { Ask, Page, View } from '../view.ts'

type Calls = Static<typeof ApiCallsItem>

/** Pages of calls that are read: an account has at most some hundred routes and statuses a day. */
const MOST_PAGES = 20

export const usageView: View = {
  path: '/console/usage',
  section: '/console/usage',
  async show(ask) {
    const [usage, calls] = await Promise.all([
      ask.get<Static<typeof Usage>>('/v1/analytics/usage'),
      allCalls(ask),
    ])
    const { requests, lookups, limits, tier } = usage
    const days = sumsBy(calls, ({ day }) => day).toSorted((a, b) => a.name.localeCompare(b.name))
    const routes = sumsBy(calls, ({ method, route }) => `${method} ${route}`).toSorted(
      (a, b) => b.value - a.value,
    )
    return {
      title: 'Usage',
      content: html`<dl>
<dt>Tier</dt><dd>${tier}</dd>
<dt>Requests this minute</dt><dd>${requests.minute?.used ?? 'not counted now'} of ${limits.requests_a_minute}</dd>
<dt>Requests today, this month</dt><dd>${requests.today}, ${requests.month}</dd>
<dt>Address lookups this month</dt><dd>${lookups.used} of ${lookups.cap}</dd>
<dt>Lookup credits</dt><dd>${lookups.credits.balance}</dd></dl>
${
  days.length > 0 &&
  html`<h2>Requests by day</h2>${barPlot('Requests by day', days)}${table(
    ['Day', 'Requests'],
    days.map(({ name, value }) => [name, value]),
  )}
<h2>Requests by route</h2>${table(
    ['Route', 'Requests'],
    routes.map(({ name, value }) => [name, value]),
  )}`
}`,
    }
  },
}

async function allCalls(ask: Ask): Promise<readonly Calls[]> {
  const calls: Calls[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page: Page<Calls> = await ask.get('/v1/analytics/api', {
      limit: '200',
      cursor: cursor ?? undefined,
    })
    calls.push(...page.data)
    cursor = page.next_cursor
    if (cursor === null) break
  }
  return calls
}

function sumsBy(calls: readonly Calls[], nameOf: (calls: Calls) => string) {
  const sums = new Map<string, number>()
  for (const one of calls) sums.set(nameOf(one), (sums.get(nameOf(one)) ?? 0) + one.requests)
  return [...sums].map(([name, value]) => ({ name, value }))
}
