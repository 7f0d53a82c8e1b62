import type { WeighedReason } from '../score/evidence.ts'

/** A statement, and where it stands: an address of its publisher, or a path of our API. */
export type Fact = { readonly text: string; readonly source: string }

export type Channel = 'email' | 'web' | 'phone' | 'none'

/** A message that somebody reads, corrects and sends. Nothing here sends it. */
export type Draft = {
  readonly subject: string
  readonly body: string
  readonly facts: readonly Fact[]
  readonly channel: Channel
  readonly legal_note: string
}

export type DraftedBill = {
  readonly id: number
  /** `Washington`. */
  readonly place: string
  readonly session: string
  readonly identifier: string
  readonly title: string
  readonly latest_action: { readonly date: string; readonly description: string } | null
}

export type DraftedOrganization = {
  readonly name: string
  readonly url: string | null
  readonly position: 'support' | 'oppose' | 'neutral' | null
  readonly reasons: readonly WeighedReason[]
}

export type DraftedLegislator = {
  readonly id: number
  readonly name: string
  /** `Senator`. */
  readonly title: string | null
  readonly email: string | null
  readonly has_page: boolean
  readonly has_phone: boolean
  readonly reasons: readonly {
    readonly reason: 'sponsor' | 'committee_member' | 'floor_leader'
    readonly role: string
    readonly committee: { readonly name: string } | null
  }[]
}
