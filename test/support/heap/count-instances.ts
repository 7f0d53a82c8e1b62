import { queryObjects } from 'node:v8'

/** Counts the live instances of a class after a garbage collection. */
export function countInstances(of: new (...args: never[]) => unknown): number {
  return queryObjects(of, { format: 'count' })
}
