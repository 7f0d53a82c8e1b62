/** Which methods a path takes, whatever its ids. */
export type KnownPaths = {
  add(url: string, methods: readonly string[]): void
  /** The value of the header Allow; undefined for an unknown path. */
  allowAt(path: string): string | undefined
}

/**
 * Paths of the specification that are still to come and that a path with an id would take for its own: `ask` is no id of a
 * bill.
 */
const PLANNED_PATH = /^(?:\/api)?\/v1\/bills\/ask\/?$/

export const isPlannedPath = (path: string): boolean => PLANNED_PATH.test(path)

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
