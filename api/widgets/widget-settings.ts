import type {
  WidgetChange,
  WidgetRequest,
  WidgetShows,
  WidgetType,
} from '../../schemas/http/widgets/widget.ts'
import { ProblemError } from '../http/problem.ts'
import { invalidBody } from '../input/refused-input.ts'
import { filtersOf } from '../read-model/bills/bill-query.ts'
import { originsOf } from './origins.ts'
import type { WidgetSettings } from './widget-row.ts'

const THEME = { accent: '#0a58ca', background: '#ffffff', text: '#1b1f24' } as const
const COLUMNS = ['identifier', 'title', 'status', 'latest_action'] as const
/** Low, because a visitor may be a program, and the lookups are those of the account. */
const LOOKUPS = { daily_cap: 50, use_credits: false } as const
const LIMIT = 25

type Given = Omit<WidgetRequest, 'type' | 'name' | 'origins'>

/** The settings of a new widget, with defaults for what is missing. */
export function newSettings(request: WidgetRequest): WidgetSettings {
  const { type, name, origins } = request
  const unset = {
    name,
    origins,
    shows: {},
    columns: [...COLUMNS],
    limit: LIMIT,
    theme: THEME,
    lookups: type === 'find-your-rep' ? LOOKUPS : null,
    leads: null,
  }
  return checked(type, withGiven(unset, request))
}

/** The settings after a change: members that it leaves out stay as they are. */
export function changedSettings(
  type: WidgetType,
  before: WidgetSettings,
  { name = before.name, origins = before.origins, ...given }: WidgetChange,
): WidgetSettings {
  return checked(type, withGiven({ ...before, name, origins }, given))
}

function withGiven(before: WidgetSettings, given: Given): WidgetSettings {
  const { shows, columns, limit, theme, lookups, leads } = given
  return {
    name: before.name,
    origins: before.origins,
    shows: shows ?? before.shows,
    columns: columns ?? before.columns,
    limit: limit ?? before.limit,
    theme: { ...before.theme, ...theme },
    lookups: lookups === undefined ? before.lookups : { ...LOOKUPS, ...before.lookups, ...lookups },
    leads: leads === undefined ? before.leads : leads,
  }
}

function checked(type: WidgetType, settings: WidgetSettings): WidgetSettings {
  checkShows(type, settings.shows)
  if (type !== 'find-your-rep' && settings.lookups !== null)
    throw invalidBody(['lookups'], `lookups belongs to find-your-rep; the type of this widget is ${type}.`)
  const lookups = type === 'find-your-rep' ? (settings.lookups ?? LOOKUPS) : null
  return { ...settings, lookups, origins: originsOf(settings.origins) }
}

/** The members of `shows` of which each type needs exactly one. */
const membersOf: Readonly<Record<WidgetType, readonly (keyof WidgetShows)[]>> = {
  'bill-grid': ['bill_ids', 'sheet_id', 'search'],
  activity: ['bill_ids', 'sheet_id', 'search'],
  bill: ['bill_ids'],
  scorecard: ['scorecard_id'],
  legislator: ['legislator_id'],
  'find-your-rep': [],
}

function checkShows(type: WidgetType, shows: WidgetShows): void {
  const wanted = membersOf[type]
  const given = Object.keys(shows) as (keyof WidgetShows)[]
  if (given.length !== Math.min(1, wanted.length) || given.some((name) => !wanted.includes(name))) {
    const [found, needed] = [given.join(', ') || 'nothing', wanted.join(' or ') || 'nothing']
    throw invalidBody(['shows'], `shows has ${found}; a widget of the type ${type} shows ${needed}.`)
  }
  if (type === 'bill' && shows.bill_ids?.length !== 1)
    throw invalidBody(['shows', 'bill_ids'], 'shows.bill_ids must name one bill for the type bill.')
  if (shows.search !== undefined) checkSearch(shows.search)
}

/** Refuses a search with a value that no bill can have, under the name of its member. */
function checkSearch(search: NonNullable<WidgetShows['search']>): void {
  try {
    filtersOf(search)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const name = error.extras.errors?.[0]?.parameter ?? 'q'
    throw invalidBody(['shows', 'search', name], `shows.search.${error.message}`)
  }
}
