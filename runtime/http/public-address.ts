import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** IPv4 ranges outside the public internet: IANA's special-purpose registry, multicast and reserved ranges. */
const notPublicV4 = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  notPublicV4.addSubnet(network, prefix, 'ipv4')
}

/**
 * IPv6 is denied unless it is global unicast, and there unless it is one of these. With that rule every form that
 * reaches IPv4 by another name (mapped, compatible, NAT64) is denied without a list of them.
 */
const globalV6 = new BlockList()
globalV6.addSubnet('2000::', 3, 'ipv6')
const notPublicV6 = new BlockList()
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  notPublicV6.addSubnet(network, prefix, 'ipv6')
}

/** True if a numeric address is on the public internet. Other texts give false. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublicV4.check(address, 'ipv4')
  if (!isIPv6(address) || address.includes('%')) return false
  return globalV6.check(address, 'ipv6') && !notPublicV6.check(address, 'ipv6')
}

export function isLoopbackAddress(address: string): boolean {
  if (isIPv4(address)) return address.startsWith('127.')
  return address === '::1' || /^::ffff:127\./.test(address)
}
