import type { Source } from './observation.ts'
import { openstatesScraper } from './sources/openstates-scraper/index.ts'

/** Every source by its name. A new one is a folder of sources/ and a line here. */
export const sources: ReadonlyMap<string, Source> = new Map(
  [openstatesScraper].map((source) => [source.name, source] as const),
)
