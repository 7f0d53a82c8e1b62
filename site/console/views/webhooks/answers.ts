/** What the pages show of the answers of webhooks. */
export type Endpoint = {
  readonly id: number
  readonly url: string
  readonly description: string
  readonly events: readonly string[]
  readonly filter: Filter
  readonly header_names: readonly string[]
  readonly status: 'enabled' | 'paused' | 'disabled' | 'suspended'
  readonly status_reason: string | null
  readonly failures_in_row: number
  readonly last_success_at: string | null
  readonly max_in_flight: number
  readonly rate_limit_per_s: number | null
  readonly ordering: string
}

export type Filter = {
  readonly bill_ids?: readonly number[]
  readonly jurisdictions?: readonly string[]
  readonly subjects?: readonly string[]
  readonly topic?: string
  readonly followed?: boolean
}

export type EndpointWithSecret = Endpoint & { readonly secret: string }

export type EventKind = { readonly event: string; readonly description: string }

export type Health = {
  readonly waiting: {
    readonly deliveries: number
    readonly next_attempt_at: string | null
    readonly held_by: string | null
  }
  readonly deliveries: Readonly<Record<'pending' | 'delivered' | 'failed' | 'skipped', number>>
}

export type Delivery = {
  readonly id: string
  readonly endpoint_id: number
  readonly event: string
  readonly bill_id: number | null
  readonly status: string
  readonly attempts: number
  readonly next_attempt_at: string | null
  readonly last_status: number | null
  readonly last_error: string | null
  readonly created_at: string
}

export type DeliveryDetail = Delivery & {
  readonly body: string | null
  readonly log: readonly {
    readonly attempt: number
    readonly at: string
    readonly duration_ms: number
    readonly outcome: string
    readonly status: number | null
    readonly error: string | null
    readonly response: string | null
  }[]
}

export type Tried = {
  readonly delivered: boolean
  readonly event: string
  readonly status: number | null
  readonly error: string | null
  readonly response: string | null
  readonly duration_ms: number
}

export type Replay = {
  readonly id: number
  readonly since: string
  readonly until: string
  readonly status: string | null
  readonly dry_run: boolean
  readonly state: string
  readonly progress: number
  readonly queued: Readonly<Record<'failed' | 'skipped' | 'missing', number>>
}
