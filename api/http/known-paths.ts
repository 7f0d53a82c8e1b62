/** The methods that each path accepts, whatever its ids. */
export type KnownPaths = {
  add(url: string, methods: readonly string[]): void
  /** The value of the header Allow; undefined for an unknown path. */
  allowAt(path: string): string | undefined
}

export function createKnownPaths(): KnownPaths {
  const routes: { pattern: RegExp; methods: readonly string[] }[] = []
  return {
    add(url, methods) {
      if (url.includes('*')) return
      const pattern = new RegExp(`^${url.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+')}/?$`)
      routes.push({ pattern, methods })
    },
    allowAt(path) {
      const methods = routes.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.methods)
      return methods.length === 0 ? undefined : [...new Set([...methods, 'OPTIONS'])].sort().join(', ')
    },
  }
}
