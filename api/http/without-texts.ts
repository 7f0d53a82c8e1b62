export type BareError = { readonly type: string; readonly code?: string; readonly stack: readonly string[] }

const FRAME = /^\s+at /
const CODE = /^[\w-]{1,60}$/

/**
 * Gives the kind and the origin of an error. It leaves out the message and all members that may contain a value of a
 * request.
 */
export function withoutTexts(error: unknown): BareError {
  if (!(error instanceof Error)) return { type: typeof error, stack: [] }
  const { code } = error as { code?: unknown }
  const stack = (error.stack ?? '').split('\n').filter((line) => FRAME.test(line))
  return {
    type: error.constructor.name,
    ...(typeof code === 'string' && CODE.test(code) ? { code } : {}),
    stack: stack.map((line) => line.trim()),
  }
}
