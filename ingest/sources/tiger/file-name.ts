/** A file of TIGER/Line by its base name: `tl_2021_30059_addrfeat`. */
export type TigerName = {
  /** A year, or `rd22` for a redistricting. */
  readonly vintage: string
  /** Digits of the state, or of the state and county; `us` for the nation. */
  readonly area: string
  readonly layer: 'addrfeat' | 'edges' | 'faces' | 'featnames' | 'addr' | 'boundary' | 'names'
}

const NAME =
  /^tl_(\d{4}|rd\d{2})_(us|\d{2}|\d{5})_(?:(addrfeat|edges|faces|featnames|addr)|(sldu|sldl|cd\d{2,3}|place|county)|cousub)$/u

/** undefined if it is no file that we read. */
export function readTigerName(base: string): TigerName | undefined {
  const [, vintage, area, ofCounty, boundary] = NAME.exec(base) ?? []
  if (vintage === undefined || area === undefined) return undefined
  if (ofCounty !== undefined) {
    return area.length === 5 ? { vintage, area, layer: ofCounty as TigerName['layer'] } : undefined
  }
  if (area.length === 5) return undefined
  return { vintage, area, layer: boundary === undefined ? 'names' : 'boundary' }
}
