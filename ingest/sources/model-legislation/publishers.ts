/** Hosts that offer texts of models, with the name of their publisher. Pages of other hosts are bills and laws. */
const publishers: Readonly<Record<string, string>> = {
  'alec.org': 'American Legislative Exchange Council',
  'alecexposed.org': 'American Legislative Exchange Council',
}

/** null if the address is not of a publisher, or no address at all. */
export function publisherOf(url: string): string | null {
  if (!URL.canParse(url)) return null
  return publishers[new URL(url).hostname.replace(/^www\./u, '')] ?? null
}
