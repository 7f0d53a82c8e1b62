import { methods } from './all-methods.ts'
import type { Kind, Method } from './method.ts'

export type Methods = { readonly [K in Kind]?: Method<K> }

/** Methods, and the file that exports them as `methods`. A thread imports the file, because functions cannot be sent to it. */
export type MethodModule = { readonly url: string; readonly methods: Methods }

export const allMethods: MethodModule = { url: new URL('./all-methods.ts', import.meta.url).href, methods }

/** Throws if no method derives this kind. */
export function methodOf<K extends Kind>(module: MethodModule, kind: K): Method<K> {
  const method = module.methods[kind] as Method<K> | undefined
  if (method === undefined) throw new Error(`no method derives ${kind}`)
  return method
}
