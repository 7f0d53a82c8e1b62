import type { Deriver } from '../../derive/methods/deriver.ts'
import type { QuestionVectors } from '../../derive/similar/read/question-vectors.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { ObjectStore } from '../../runtime/object-store/object-store.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Tiers } from '../../schemas/http/service/tiers.ts'
import type { TokenCache } from '../accounts/tokens/token-cache.ts'
import type { Answerer } from '../answers/answerer.ts'
import type { LookUp } from '../lookup/look-up.ts'
import type { LookupLedger } from '../lookup/lookup-ledger.ts'
import type { PublishedPages } from '../pages/published-pages.ts'
import type { Limits } from '../paging/collection.ts'
import type { RankBills } from '../read-model/bills/ranked-bills.ts'
import type { ReadModel } from '../read-schema/live-schema.ts'
import type { Origins } from '../users/invitations.ts'
import type { WidgetService } from '../widgets/widget-service.ts'

/** The dependencies of routes. */
export type RouteContext = {
  readonly model: ReadModel
  readonly database: Database
  readonly objects: ObjectStore
  readonly lookUp: LookUp
  /** A lookup may ask an outside geocoder. */
  readonly asks_geocoder: boolean
  readonly ledger: LookupLedger
  readonly deriver: Deriver
  /** undefined: no model answers questions. */
  readonly answerer: Answerer | undefined
  readonly rankBills: RankBills
  readonly questionVectors: QuestionVectors
  readonly tokenCache: TokenCache
  readonly widgets: WidgetService
  /** Where links of mails lead. */
  readonly origins: Origins
  /** Most sign-ups through one widget in a day. */
  readonly leads_a_day: number
  readonly tiers: Tiers
  readonly pages: PublishedPages
  /** The address of a page for visitors, from its path. */
  readonly pageAddress: (path: string) => string
  readonly limits: Limits
  readonly clock: Clock
  /** Days without an action, after which a session that has ended is overdue. */
  readonly session_quiet_days: number
}

const FEDERAL_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' })

/** The current day in the time zone of federal deadlines, as YYYY-MM-DD. */
export const federalToday = (clock: Clock): string => FEDERAL_DAY.format(clock.now())
