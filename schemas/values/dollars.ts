/** Whole cents of an amount such as `1250.50`, which has two decimals. Exact: no float is made of it. */
export function centsOf(amount: string): number {
  const [, sign = '', dollars = '', cents = ''] = /^(-?)(\d+)\.(\d{2})$/u.exec(amount) ?? []
  return Number(`${sign}${dollars}${cents}`)
}
