/**
 * Codes of the versions of a bill of Congress and their names. Source: GovInfo, "Congressional Bills", "What
 * are the common versions of bills?" (https://www.govinfo.gov/help/bills). Codes that differ only in the
 * chamber have one entry each. A number after a code (`eas2`) is a further print.
 */
export const versionNames: Readonly<Record<string, string>> = {
  as: 'Amendment Ordered to be Printed Senate',
  ash: 'Additional Sponsors House',
  ath: 'Agreed to House',
  ats: 'Agreed to Senate',
  cdh: 'Committee Discharged House',
  cds: 'Committee Discharged Senate',
  cph: 'Considered and Passed House',
  cps: 'Considered and Passed Senate',
  eah: 'Engrossed Amendment House',
  eas: 'Engrossed Amendment Senate',
  eh: 'Engrossed in House',
  eph: 'Engrossed and Deemed Passed by House',
  enr: 'Enrolled Bill',
  es: 'Engrossed in Senate',
  fah: 'Failed Amendment House',
  fph: 'Failed Passage House',
  fps: 'Failed Passage Senate',
  hdh: 'Held at Desk House',
  hds: 'Held at Desk Senate',
  ih: 'Introduced in House',
  iph: 'Indefinitely Postponed House',
  ips: 'Indefinitely Postponed Senate',
  is: 'Introduced in Senate',
  lth: 'Laid on Table in House',
  lts: 'Laid on Table in Senate',
  oph: 'Ordered to be Printed House',
  ops: 'Ordered to be Printed Senate',
  pap: 'Printed as Passed',
  pav: 'Previous Action Vitiated',
  pch: 'Placed on Calendar House',
  pcs: 'Placed on Calendar Senate',
  pl: 'Public Law',
  pp: 'Public Print',
  pwah: 'Ordered to be Printed with House Amendment',
  rah: 'Referred with Amendments House',
  ras: 'Referred with Amendments Senate',
  rch: 'Reference Change House',
  rcs: 'Reference Change Senate',
  rdh: 'Received in House',
  rds: 'Received in Senate',
  reah: 'Re-Engrossed Amendment House',
  renr: 'Re-Enrolled Bill',
  res: 'Re-Engrossed Amendment Senate',
  rfh: 'Referred in House',
  rfs: 'Referred in Senate',
  rh: 'Reported in House',
  rhuc: 'Returned to House by Unanimous Consent',
  rih: 'Referral Instructions House',
  ris: 'Referral Instructions Senate',
  rs: 'Reported in Senate',
  rth: 'Referred to Committee House',
  rts: 'Referred to Committee Senate',
  sas: 'Additional Sponsors Senate',
  sc: 'Sponsor Change House',
}

/**
 * The name of a version, with the number of its print: `eas2` is `Engrossed Amendment Senate 2`; null if the
 * code is unknown.
 */
export function versionName(code: string): string | null {
  const match = /^([a-z]+)(\d*)$/u.exec(code.toLowerCase())
  const name = versionNames[match?.[1] ?? '']
  if (name === undefined) return null
  return match?.[2] === '' ? name : `${name} ${match?.[2]}`
}
