import { ProblemError } from '../http/problem.ts'

/** Reads tables of the schema `derive`. It is a cache that may be dropped: undefined if a table is not there. */
export async function withDerivedTables<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (!lacksTable(error, /"derive\./u)) throw error
    return undefined
  }
}

/** True if a statement failed because a table with such a name, as Postgres prints it, is not there. */
export function lacksTable(error: unknown, name: RegExp): boolean {
  const { cause } = error instanceof ProblemError ? error : {}
  return cause instanceof Error && (cause as { code?: unknown }).code === '42P01' && name.test(cause.message)
}
