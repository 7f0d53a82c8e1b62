export type Kind = 'text' | 'secret' | 'integer' | 'port' | 'level' | 'flag' | 'url' | 'list'

/** Node fires a longer timer at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1

/** A setting: its environment name, what its value must be, and what it does, in one line. */
export type Definition = {
  readonly env: string
  readonly kind: Kind
  readonly default: string
  readonly does: string
  /** The least and the largest whole number that it may be. */
  readonly between?: readonly [number, number]
}
