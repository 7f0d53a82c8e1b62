import type { WidgetItem, WidgetType } from '../../schemas/http/widgets/widget.ts'

/** The settings of a widget that its account chooses. */
export type WidgetSettings = Pick<
  WidgetItem,
  'name' | 'origins' | 'shows' | 'columns' | 'limit' | 'theme' | 'lookups' | 'leads'
>

/** A widget as an account sees it. */
export type WidgetRow = WidgetSettings & {
  readonly id: number
  readonly type: WidgetType
  readonly shown: string
  readonly created_at: string
  readonly rotated_at: string | null
  readonly former_token_ends_at: string | null
  readonly revoked_at: string | null
  readonly updated_at: string
}

/** The columns of WidgetRow, of a table `w`. */
export const WIDGET = `w.id, w.type, w.name, w.origins, w.shows, w.columns, w.row_limit AS "limit", w.theme, w.lookups,
  w.leads, w.shown, w.created_at, w.rotated_at, w.former_ends_at AS former_token_ends_at, w.revoked_at, w.updated_at`

/** The values of the columns that WidgetSettings fill, in the order of SETTINGS_COLUMNS. */
export const settingsValues = (settings: WidgetSettings): unknown[] => [
  settings.name,
  settings.origins,
  JSON.stringify(settings.shows),
  settings.columns,
  settings.limit,
  JSON.stringify(settings.theme),
  settings.lookups === null ? null : JSON.stringify(settings.lookups),
  settings.leads === null ? null : JSON.stringify(settings.leads),
]
export const SETTINGS_COLUMNS = 'name, origins, shows, columns, row_limit, theme, lookups, leads'
