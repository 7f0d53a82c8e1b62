import type { Scope } from './scopes.ts'

/** What a user of an account may do. Only operators make operators. */
export const roles = ['owner', 'editor', 'viewer', 'operator'] as const
export type Role = (typeof roles)[number]

/** The roles that an owner can give. */
export const accountRoles = ['owner', 'editor', 'viewer'] as const satisfies readonly Role[]

const OWN_CONTENT = ['read', 'webhooks', 'alerts', 'sheets', 'scorecards'] as const satisfies readonly Scope[]

const SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  owner: [...OWN_CONTENT, 'find_your_rep', 'webhook_secrets', 'leads', 'tokens', 'account'],
  editor: [...OWN_CONTENT, 'find_your_rep', 'leads'],
  viewer: OWN_CONTENT,
  operator: ['admin'],
}

/** The scopes of a role. A viewer has those of an editor that cost nothing and show no contact, and changes nothing. */
export const scopesOf = (role: Role): readonly Scope[] => SCOPES[role]

/** True if the role may only read, whatever its scopes. */
export const onlyReads = (role: Role): boolean => role === 'viewer'
