import { onlyReads, type Role } from '../../../schemas/http/service/roles.ts'
import type { Scope } from '../../../schemas/http/service/scopes.ts'
import type { TierName } from '../../../schemas/http/service/tiers.ts'

/** The token or user that makes a request for an account. Others see it as `shown`: the hint of the token, or the user's address. */
export type Caller =
  | { readonly kind: 'token'; readonly id: number; readonly shown: string }
  | { readonly kind: 'user'; readonly id: number; readonly shown: string; readonly role: Role }

/** The account of a caller, with the rights of the caller. */
export type Account = {
  readonly id: number
  readonly name: string
  readonly tier: TierName
  readonly scopes: readonly Scope[]
  readonly caller: Caller
}

/** True if the caller may read and nothing else, whatever its scopes. */
export const changesNothing = ({ caller }: Pick<Account, 'caller'>): boolean =>
  caller.kind === 'user' && onlyReads(caller.role)
