import { LegislogError } from '../../schemas/errors.ts'
import type { Source } from '../source-interface/source.ts'

/** What is known of a source before its code is loaded. A command loads only the sources that it reads. */
export type ListedSource = {
  readonly name: string
  /** It has a feed. */
  readonly is_fetched: boolean
  readonly load: () => Promise<Source>
}

/**
 * Every source that `legislog ingest` can run, in the order of the schedule. Places come before people, people before
 * the bills that they sponsor, and bills before votes and texts. Any order gives the same result, but in this order
 * fewer records wait for others. To add a source, add it to this list.
 */
export const listedSources: readonly ListedSource[] = [
  {
    name: 'ocd-divisions',
    is_fetched: true,
    load: async () => (await import('./ocd-divisions/index.ts')).ocdDivisions,
  },
  {
    name: 'boundaries',
    is_fetched: false,
    load: async () => (await import('./boundaries/index.ts')).boundaries,
  },
  { name: 'tiger', is_fetched: false, load: async () => (await import('./tiger/index.ts')).tiger },
  {
    name: 'openaddresses',
    is_fetched: false,
    load: async () => (await import('./openaddresses/index.ts')).openaddresses,
  },
  {
    name: 'openstates-people',
    is_fetched: true,
    load: async () => (await import('./openstates-people/index.ts')).openstatesPeople,
  },
  {
    name: 'congress-legislators',
    is_fetched: true,
    load: async () => (await import('./congress-legislators/index.ts')).congressLegislators,
  },
  {
    name: 'openstates-scraper',
    is_fetched: false,
    load: async () => (await import('./openstates-scraper/index.ts')).openstatesScraper,
  },
  {
    name: 'openstates-bulk',
    is_fetched: true,
    load: async () => (await import('./openstates-bulk/index.ts')).openstatesBulk,
  },
  { name: 'legiscan', is_fetched: true, load: async () => (await import('./legiscan/index.ts')).legiscan },
  {
    name: 'govinfo-billstatus',
    is_fetched: true,
    load: async () => (await import('./govinfo-billstatus/index.ts')).govinfoBillstatus,
  },
  {
    name: 'unitedstates-congress',
    is_fetched: false,
    load: async () => (await import('./unitedstates-congress/index.ts')).unitedstatesCongress,
  },
  {
    name: 'congress-votes',
    is_fetched: true,
    load: async () => (await import('./congress-votes/index.ts')).congressVotes,
  },
  { name: 'bill-text', is_fetched: true, load: async () => (await import('./bill-text/index.ts')).billText },
  {
    name: 'model-legislation',
    is_fetched: false,
    load: async () => (await import('./model-legislation/index.ts')).modelLegislation,
  },
  {
    name: 'scorecards',
    is_fetched: false,
    load: async () => (await import('./scorecards/index.ts')).scorecards,
  },
  { name: 'lda', is_fetched: true, load: async () => (await import('./lda/index.ts')).lda },
  {
    name: 'ma-lobbying',
    is_fetched: false,
    load: async () => (await import('./ma-lobbying/index.ts')).maLobbying,
  },
  {
    name: 'administration-policy',
    is_fetched: false,
    load: async () => (await import('./administration-policy/index.ts')).administrationPolicy,
  },
  {
    name: 'positions',
    is_fetched: false,
    load: async () => (await import('./positions/index.ts')).positions,
  },
  {
    name: 'federal-register',
    is_fetched: true,
    load: async () => (await import('./federal-register/index.ts')).federalRegister,
  },
  {
    name: 'regulations-gov',
    is_fetched: true,
    load: async () => (await import('./regulations-gov/index.ts')).regulationsGov,
  },
]

/** Throws `usage` with the names of all sources. */
export function findSource(name: string): ListedSource {
  const source = listedSources.find((one) => one.name === name)
  if (source !== undefined) return source
  const names = listedSources.map((one) => one.name).join(', ')
  throw new LegislogError('usage', `no source is called ${JSON.stringify(name)}; there are: ${names}`)
}

/** Throws `usage` with the names of all sources. */
export const loadSource = async (name: string): Promise<Source> => findSource(name).load()

export const loadSources = (): Promise<Source[]> => Promise.all(listedSources.map(({ load }) => load()))
