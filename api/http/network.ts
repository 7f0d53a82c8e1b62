import { isIPv6 } from 'node:net'

/** The network of an address: a household has a whole /64 of IPv6. */
export const networkOf = (ip: string): string =>
  isIPv6(ip) && !ip.includes('.') ? wholeGroups(ip).slice(0, 4).join(':') : ip

function wholeGroups(ip: string): string[] {
  const [head = '', tail] = ip.split('%', 1)[0]!.split('::')
  const groups = (text: string | undefined) => (text === undefined || text === '' ? [] : text.split(':'))
  const [before, after] = [groups(head), groups(tail)]
  if (tail === undefined) return before
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after]
}
