import { UpstreamError } from '../../../fetch/http/upstream-error.ts'
import type { Answer, Download, Fetching } from '../../../source-interface/feed.ts'
import { objectionTo } from './listings.ts'

/** Requests to the API, counted against the limit of a run. */
export type Queries = {
  readonly left: () => number
  /** `now`: the listed version of the record. It follows a `#`, distinguishes answers, and is not sent. */
  readonly ask: (
    op: string,
    parameters: Readonly<Record<string, string>>,
    options?: AskOptions,
  ) => Promise<Answer | null>
  readonly urlOf: (op: string, parameters: Readonly<Record<string, string>>, now?: string) => string
}

export type AskOptions = {
  readonly now?: string
  readonly name?: string
  readonly expects?: Download['expects']
  readonly conditional?: boolean
  /** If the answer is refused or missing, the run cannot continue and ends. */
  readonly is_required?: boolean
}

const DAYS_OF_MONTH = 30
const SECONDS_OF_DAY = 24 * 60 * 60

/** The share of a month's queries that one run of a schedule may make. */
export function shareOfRun(perMonth: number, interval_s: number): number {
  return Math.floor((perMonth * interval_s) / (DAYS_OF_MONTH * SECONDS_OF_DAY))
}

export function createQueries({ get, log }: Fetching, budget: number): Queries {
  let spent = 0
  const urlOf: Queries['urlOf'] = (op, parameters, now) => {
    const query = new URLSearchParams({ op, ...parameters })
    return `?${query}${now === undefined ? '' : `#${now}`}`
  }
  return {
    left: () => budget - spent,
    urlOf,
    async ask(op, parameters, options = {}) {
      const { now, name, expects = 'json', conditional = true, is_required = false } = options
      spent += 1
      try {
        return await get({
          url: urlOf(op, parameters, now),
          name: name ?? `${op}-${Object.values(parameters).join('-')}.json`,
          expects,
          conditional,
          objection: objectionTo,
        })
      } catch (error) {
        // A record that was removed after it was listed does not affect the others.
        if (is_required || !(error instanceof UpstreamError) || error.code !== 'upstream_rejected')
          throw error
        log.warn({ op, ...parameters, reason: error.message }, 'LegiScan does not have it')
        return null
      }
    },
  }
}
