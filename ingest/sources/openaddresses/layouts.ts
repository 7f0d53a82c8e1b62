/**
 * Columns of address files, in capitals. A layout is recognized by its number and its street. Only the columns below
 * are ever read: parcels also name their owners, and those are never taken.
 */
export type Layout = {
  readonly name: string
  /** Parts of the number, joined by spaces; the first must be there. */
  readonly number: readonly [string, ...string[]]
  readonly street: readonly string[]
  /** The column of the street that must be there. */
  readonly street_name: string
  readonly unit?: readonly string[]
  /** The first that is not empty. */
  readonly city?: readonly string[]
  readonly zip?: string
  readonly state?: string
  /** Columns of the position, where the file has no geometry. */
  readonly position?: readonly [longitude: string, latitude: string]
}

/** A layout with number, street and unit in one column. */
export type OneLine = { readonly name: string; readonly address: string }

export const layouts: readonly (Layout | OneLine)[] = [
  {
    name: 'openaddresses',
    number: ['NUMBER'],
    street: ['STREET'],
    street_name: 'STREET',
    unit: ['UNIT'],
    city: ['CITY'],
    zip: 'POSTCODE',
    state: 'REGION',
    position: ['LON', 'LAT'],
  },
  {
    name: 'site',
    number: ['SITENUMBER', 'SITEFRAC'],
    street: ['SITEPREF', 'SITESTREET'],
    street_name: 'SITESTREET',
    unit: ['SITEUNIT'],
    city: ['SITECITY'],
    zip: 'SITEZIP',
  },
  {
    name: 'metro parcels',
    number: ['BLDG_NUM'],
    street: ['PREFIX_DIR', 'PREFIXTYPE', 'STREETNAME', 'STREETTYPE', 'SUFFIX_DIR'],
    street_name: 'STREETNAME',
    unit: ['UNIT_INFO'],
    city: ['CITY_USPS', 'CITY'],
    zip: 'ZIP',
    state: 'STATE',
  },
  {
    name: 'situs parts',
    number: ['SITUS_ADDR_NUM'],
    street: ['SITUS_FDPRE', 'SITUS_FNAME', 'SITUS_FTYPE', 'SITUS_FDSUF'],
    street_name: 'SITUS_FNAME',
  },
  {
    name: 'situs',
    number: ['SITUS_NUM'],
    street: ['SITUS_STREET_PREFX', 'SITUS_STREET', 'SITUS_STREET_SUFIX'],
    street_name: 'SITUS_STREET',
    city: ['SITUS_CITY'],
    zip: 'SITUS_ZIP',
    state: 'SITUS_STATE',
  },
  {
    name: 'address points',
    number: ['ADRNUM', 'NUMSFX'],
    street: ['FDPRE', 'FNAME', 'FTYPE', 'FDSUF'],
    street_name: 'FNAME',
    unit: ['UNITTYPE', 'UNITNUM'],
    city: ['MUNI'],
  },
  {
    name: 'parcels',
    number: ['STREETNUM', 'PREQUALIFI'],
    street: ['DIRECTION', 'STREETNAME', 'STREETSUFX'],
    street_name: 'STREETNAME',
    unit: ['UNIT'],
    city: ['CITY'],
    zip: 'ZIP',
    state: 'STATE',
  },
  { name: 'delivery line', address: 'DLVRY_ADD' },
]

/** undefined if no layout has these columns. */
export function recognizeLayout(columns: readonly string[]): Layout | OneLine | undefined {
  const names = new Set(columns.map((column) => column.toUpperCase()))
  return layouts.find((layout) =>
    'address' in layout
      ? names.has(layout.address)
      : names.has(layout.number[0]) && names.has(layout.street_name),
  )
}
