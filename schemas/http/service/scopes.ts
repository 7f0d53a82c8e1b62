/**
 * The rights of a token or user. `account` is about the account itself: its users, its audit log, its export and its end.
 * `admin` implies all others but `leads`, which is about people outside of the service.
 */
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
  'account',
  'admin',
] as const
export type Scope = (typeof scopes)[number]
