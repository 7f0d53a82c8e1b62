/** The values of path parameters of an account. */
type Ids = { readonly ids: Readonly<Record<string, string>> }

/** Which thing of an account an id in a path of the console names. */
const OWNED: Readonly<Record<string, string>> = {
  sheets: 'bill_sheets/:id',
  items: 'items/:item_id',
  pages: 'stakeholder-pages/:id',
  widgets: 'widgets/:id',
  alerts: 'alert_subscriptions/:id',
  webhooks: 'webhook_endpoints/:id',
  deliveries: 'webhook_deliveries/:key',
  resend: 'webhook_deliveries/:key',
  invitations: 'invitations/:id',
  users: 'users/:id',
  tokens: 'tokens/:id',
  scorecards: 'scorecards/:id',
}
/** Ids of things that belong to nobody. */
const SHARED: readonly string[] = ['bills', 'versions', 'people', 'districts']

/** The path of a view or action with the things of an account. */
export const withIds = (path: string, { ids }: Ids): string =>
  path.replace(/([\w-]+)\/:\w+/g, (_, place: string) => {
    if (SHARED.includes(place)) return `${place}/1`
    const id = ids[OWNED[place] ?? '']
    if (id === undefined) throw new Error(`${path}: whose is ${place}? Say so in OWNED`)
    return `${place}/${id}`
  })

/** Those that name a thing of an account. */
export const ownedPaths = (paths: readonly { readonly path: string }[]): readonly string[] =>
  paths
    .map(({ path }) => path)
    .filter((path) => [...path.matchAll(/([\w-]+)\/:/g)].some(([, place]) => !SHARED.includes(place!)))
