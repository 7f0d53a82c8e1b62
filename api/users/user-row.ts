import type { Role } from '../../schemas/http/service/roles.ts'

export type UserRow = {
  readonly id: number
  readonly email: string
  readonly role: Role
  readonly created_at: string
  readonly signed_in_at: string | null
  readonly updated_at: string
}

/** Columns that describe a user `u`. */
export const USER = 'u.id, u.email, u.role, u.created_at, u.signed_in_at, u.updated_at'

export type InvitationRow = {
  readonly id: number
  readonly email: string
  readonly role: Role
  readonly invited_by: string
  readonly created_at: string
  readonly expires_at: string
  readonly accepted_at: string | null
  readonly updated_at: string
}

/** Columns that describe an invitation `i`. */
export const INVITATION =
  'i.id, i.email, i.role, i.invited_by, i.created_at, i.expires_at, i.accepted_at, i.updated_at'
