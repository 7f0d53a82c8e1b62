import type { TestApi } from '../../../support/api/test-api.ts'

/** The pages of the console below `/console`, with a thing of each kind that this makes. */
export async function pathsOfPages(api: TestApi, token: string): Promise<readonly string[]> {
  const call = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const answer = await api.get(`/v1${url}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(payload === undefined ? {} : { payload }),
    })
    if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.body}`)
    return answer.json()
  }
  const votes = await call('GET', '/votes?limit=200')
  const bill = votes.data.find(({ bill }: { bill: object | null }) => bill !== null).bill.id
  const person = (await call('GET', '/legislators?q=Alder')).data[0]
  await call('POST', '/invitations', { email: 'colleague@example.org', role: 'editor' })
  const scorecard = (await call('GET', '/scorecards')).data[0].id
  const division = encodeURIComponent(person.current_role.division_id)
  const sheet = await call('POST', '/bill_sheets', { name: 'Bills that matter to us', description: 'Water' })
  await call('POST', `/bill_sheets/${sheet.id}/import`, { text: 'HB 1\nHB 2\nSB 1', jurisdiction: 'zz' })
  const { data: items } = await call('GET', `/bill_sheets/${sheet.id}/items`)
  const page = await call('POST', '/stakeholder-pages', {
    sheet_id: sheet.id,
    slug: 'matter',
    title: 'Matter',
  })
  const widget = await call('POST', '/widgets', {
    type: 'bill-grid',
    name: 'Our bills',
    origins: ['https://www.example.org'],
    shows: { sheet_id: sheet.id },
  })
  const alert = await call('POST', '/alert_subscriptions', {
    ...{ name: 'Water', sheet_id: sheet.id, channel: 'email', email: 'reader@example.org' },
    ...{ hour: 7, zone: 'America/New_York' },
  })
  const endpoint = (await call('GET', '/webhook_endpoints')).data[0].id
  const delivery = (await call('GET', '/webhook_deliveries?limit=1')).data[0]
  return [
    ...[
      '',
      '?q=water',
      `/bills/${bill}`,
      '/people',
      `/people/${person.id}`,
      '/lookup',
      `/districts/${division}`,
    ],
    ...['/sheets', `/sheets/${sheet.id}?write=${items[0].id}`, `/sheets/${sheet.id}/import`],
    ...['/pages', `/pages/new?sheet=${sheet.id}`, `/pages/${page.id}`],
    ...[
      '/widgets',
      `/widgets/${widget.id}`,
      '/widgets/new?type=bill-grid',
      '/widgets/new?type=find-your-rep',
    ],
    ...[
      '/widgets/new?type=scorecard',
      `/widgets/new?type=bill&bill=${bill}`,
      '/alerts',
      `/alerts/${alert.id}`,
    ],
    ...['/webhooks', `/webhooks/${endpoint}`, `/webhooks/${endpoint}/deliveries/${delivery.id}`],
    ...['/scorecards', `/scorecards/${scorecard}`],
    ...['/usage', '/account', '/account/users', '/account/tokens', '/account/audit-log', '/account/data'],
    ...['/operations'],
  ]
}
