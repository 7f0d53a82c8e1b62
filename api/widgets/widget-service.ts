import type { Clock } from '../../runtime/clock.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { publicOrigin } from '../../runtime/settings/api-origin.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { PREVIEW_TYPE } from '../../schemas/http/widgets/widget.ts'
import type { RequestCounting } from '../access/request-counting.ts'
import { problem } from '../http/problem.ts'
import { createPublishedScorecards } from '../read-model/scorecards/published-scorecards.ts'
import type { ReadModel } from '../read-schema/live-schema.ts'
import { createWidgetAnswers, type WidgetAnswers } from './widget-answers.ts'
import { createWidgetCache, type Widget, type WidgetCache } from './widget-cache.ts'
import { readWidgetData } from './widget-data.ts'
import { createWidgetLimits, type WidgetLimits } from './widget-limits.ts'
import { findPreviewed } from './widget-preview.ts'

/** What the routes of widgets share. */
export type WidgetService = {
  /** The origin at which visitors reach this service. */
  readonly origin: string
  readonly limits: WidgetLimits
  readonly answers: WidgetAnswers
  readonly forget: WidgetCache['forget']
  /** The widget of a token, or of a signed preview. Throws the same 404 for every token that does not open it. */
  open(type: string, token: string): Promise<Widget>
}

const FEDERAL_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' })

export function createWidgetService(options: {
  readonly settings: Settings
  readonly database: Database
  readonly model: ReadModel
  readonly counting: RequestCounting
  readonly clock: Clock
}): WidgetService {
  const { settings, database, model, counting, clock } = options
  const cache = createWidgetCache(database, clock)
  const today = () => FEDERAL_DAY.format(clock.now())
  const origin = publicOrigin(settings)
  const scorecards = createPublishedScorecards({ model })
  const parts = { database, model, clock, today, bytes: settings.page_bytes, scorecards, origin }
  const read = (widget: Widget) => readWidgetData(parts, widget)
  return {
    origin,
    limits: createWidgetLimits(counting, settings),
    answers: createWidgetAnswers(clock, read),
    forget: cache.forget,
    async open(type, token) {
      const isPreview = type === PREVIEW_TYPE
      const widget = isPreview ? await findPreviewed(database, token, clock.now()) : await cache.find(token)
      if (widget === undefined || !(isPreview || widget.type === type))
        throw problem(404, 'not_found', 'There is no such widget.')
      return widget
    },
  }
}
