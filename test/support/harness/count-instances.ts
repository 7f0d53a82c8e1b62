import { queryObjects } from 'node:v8'

/** How many instances of a class live, after a collection of garbage. */
export function countInstances(of: new (...args: never[]) => unknown): number {
  return queryObjects(of, { format: 'count' })
}
