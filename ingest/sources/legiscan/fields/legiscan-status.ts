/** `status` and `progress[].event` of LegiScan by number: api.legiscan.com, "Status" and "Progress events". */
export const legiscanStatuses = {
  0: 'N/A',
  1: 'Introduced',
  2: 'Engrossed',
  3: 'Enrolled',
  4: 'Passed',
  5: 'Vetoed',
  6: 'Failed',
  7: 'Override',
  8: 'Chaptered',
  9: 'Refer',
  10: 'Report Pass',
  11: 'Report DNP',
  12: 'Draft',
} as const
export type LegiscanStatus = keyof typeof legiscanStatuses
