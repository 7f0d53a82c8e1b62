/** Codes of the invented state `zz` and its only county. */
export const STATE_CODE = '99'
export const COUNTY_CODE = '001'
