/** The rights of a token. `admin` implies all others but `leads`, which is about people outside of the service. */
export const scopes = [
  'read',
  'find_your_rep',
  'webhooks',
  'webhook_secrets',
  'alerts',
  'sheets',
  'scorecards',
  'leads',
  'tokens',
  'admin',
] as const
export type Scope = (typeof scopes)[number]
